import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  bySwc,
  bySwcMinified,
  bySwcStandard,
  bySwcWithoutTypes,
  byTsc,
  byTscIsolated,
  esbuild,
} from './support/builds.js';
import { HERE } from './support/node.js';
import { ELSEWHERE, OUT, WITHOUT, walk, walkByTsx } from './support/out.js';
import { byVitest } from './support/vitest.js';

const guide = readFileSync(join(HERE, '../../docs/tooling.md'), 'utf8');

// Below dist, where a build that is cached would keep it.
afterAll(() => rmSync(OUT, { recursive: true, force: true }));

/** How it looks when a class that asks went through a question and a yes. */
const WALKED = { code: 0, printed: 'Delete a?\nDeleted a.\n' };

/** How a process ends that says at start what to do: by its code, and with what its text must hold. */
const refused = (code: string, ...texts: (string | RegExp)[]) => ({
  code: 1,
  printed: expect.toSatisfy(
    (printed: string) =>
      printed.includes(`code: '${code}'`) &&
      texts.every((text) =>
        typeof text === 'string' ? printed.includes(text) : text.test(printed),
      ),
    `${code}, naming ${texts.join(' and ')}`,
  ),
});
const PARAMETER = /^ConfigError: DeleteNote \(tool "delete-note"\), constructor parameter #0/m;
const BOTH_CURES = ['"emitDecoratorMetadata": true', '@inject(Token)'];
const STANDARD_CURES = [
  '"experimentalDecorators": true',
  'esbuild',
  'tsx',
  'jsc.transform.legacyDecorator',
  'oxc.decorator.legacy',
];

describe('a class that asks works', { concurrent: true }, () => {
  it('compiled by tsc', async () => {
    expect(await walk((await byTsc()).of('typed'))).toEqual(WALKED);
  });

  it('compiled by tsc with isolatedModules, its types imported by import type and its services as values', async () => {
    const { printed, of } = await byTscIsolated();
    expect(printed).not.toContain('projects/');
    expect(await walk(of('tokens'))).toEqual(WALKED);
  });

  it('compiled by tsc with isolatedModules and verbatimModuleSyntax', async () => {
    expect(await walk(join(HERE, 'dist/projects/typed/server.js'))).toEqual(WALKED);
  });

  it('compiled by tsc, then bundled with all that it needs and minified by esbuild', async () => {
    const bundle = await esbuild('typed-minified', (await byTsc()).of('typed'), {
      packages: 'bundle',
      minify: true,
    });
    expect(readFileSync(bundle, 'utf8')).not.toMatch(/DeleteNote|from"@countersign|from"tsyringe/);
    expect(await walk(bundle)).toEqual(WALKED);
  });

  it('compiled by swc', async () => {
    expect(await walk((await bySwc()).of('typed'))).toEqual(WALKED);
  });

  it('compiled and minified by swc, behind a barrel and in an import cycle', async () => {
    expect(await walk((await bySwcMinified()).of('cycle'))).toEqual(WALKED);
  });

  it('behind a barrel and in an import cycle, compiled by tsc', async () => {
    expect(await walk((await byTsc()).of('cycle'))).toEqual(WALKED);
  });

  it('behind a barrel and in an import cycle, bundled by esbuild', async () => {
    expect(await walk(await esbuild('cycle', 'projects/cycle/server.ts'))).toEqual(WALKED);
  });

  it('bundled by esbuild, its services named by @inject', async () => {
    expect(await walk(await esbuild('tokens', 'projects/tokens/server.ts'))).toEqual(WALKED);
  });

  it('run by tsx, its services named by @inject', async () => {
    expect(await walkByTsx('tokens')).toEqual(WALKED);
  });
});

describe('what cannot work says at start what to do', { concurrent: true }, () => {
  it('where esbuild emitted no types', async () => {
    expect(await walk(await esbuild('typed', 'projects/typed/server.ts'))).toEqual(
      refused('missing_metadata', PARAMETER, ...BOTH_CURES),
    );
  });

  it('where esbuild emitted no types and took the name of the class', async () => {
    const renamed = /^ConfigError: \w{1,2} \(tool "delete-note"\), constructor parameter #0/m;
    const minified = (keepNames: boolean) =>
      esbuild(`names-${keepNames}`, 'projects/typed/server.ts', { minify: true, keepNames });
    expect(await walk(await minified(false))).toEqual(
      refused('missing_metadata', renamed, ...BOTH_CURES),
    );
    expect(await walk(await minified(true))).toEqual(refused('missing_metadata', PARAMETER));
  });

  it('where tsx emitted no types', async () => {
    expect(await walkByTsx('typed')).toEqual(refused('missing_metadata', PARAMETER, ...BOTH_CURES));
  });

  it('where swc was not told to emit types', async () => {
    const built = await bySwcWithoutTypes();
    expect(await walk(built.of('typed'))).toEqual(
      refused('missing_metadata', PARAMETER, ...BOTH_CURES, 'jsc.transform.decoratorMetadata'),
    );
  });

  it('where a service was imported by import type', async () => {
    for (const { of } of [await byTsc(), await bySwc()]) {
      const ended = await walk(of('type-only'));
      expect(ended).toEqual(
        refused(
          'missing_metadata',
          PARAMETER,
          '`import type`',
          'Import the class as a value',
          '@inject(Token)',
        ),
      );
    }
  });

  it('where esbuild was not told to take legacy decorators', async () => {
    const bundle = await esbuild('standard', 'projects/typed/server.ts', {
      tsconfig: WITHOUT,
      target: 'es2022',
    });
    expect(await walk(bundle)).toEqual(
      refused('standard_decorators', '@Elicit on method confirm', ...STANDARD_CURES),
    );
  });

  it('where tsx was not told to take legacy decorators, or of other files', async () => {
    for (const config of [WITHOUT, ELSEWHERE])
      expect(await walkByTsx('typed', config)).toEqual(
        refused('standard_decorators', '@Elicit on method confirm', ...STANDARD_CURES),
      );
  });

  it('where swc was told to take standard decorators', async () => {
    const built = await bySwcStandard();
    expect(await walk(built.of('typed'))).toEqual(
      refused('standard_decorators', '@Elicit on method confirm', ...STANDARD_CURES),
    );
  });

  it('where a bundle left a class of an import cycle undefined', async () => {
    const bundle = await esbuild('cycle-unmarked', (await byTsc()).of('cycle-unmarked'));
    const parameter =
      /^ConfigError: DeleteNote\d? \(tool "delete-note"\) → Notes\d?, constructor parameter #0: .* import cycle/m;
    expect(await walk(bundle)).toEqual(
      refused('missing_metadata', parameter, 'delay(() => Class)', 'Later<Class>'),
    );
  });
});

describe('the settings', () => {
  it.each(['tsconfig.json', 'swcrc.json', 'vitest.config.ts'])(
    'are shown in docs/tooling.md as they were used here: %s',
    (file) => {
      const language = file.endsWith('.ts') ? 'ts' : 'json';
      expect(guide).toContain(
        `\`\`\`${language}\n${readFileSync(join(HERE, 'settings', file), 'utf8')}\`\`\``,
      );
    },
  );
});

describe('what the tool itself refuses, in the words of docs/tooling.md', {
  concurrent: true,
}, () => {
  const documented = (text: string) => {
    expect(guide.replace(/\s+/g, ' ').includes(text), `docs/tooling.md says "${text}"`).toBe(true);
    return expect.stringContaining(text);
  };

  it('is an interface in a decorated signature that is imported like a value, under isolatedModules', async () => {
    const { printed } = await byTscIsolated();
    const errors = printed.trim().split('\n');
    expect(errors).toEqual([
      documented('error TS1272: A type referenced in a decorated signature must be imported with'),
    ]);
    expect(errors[0]).toMatch(/^mistakes\/greeter\.ts/);
  });

  it('is a read of a class in an import cycle before it is there, by tsc and swc', async () => {
    for (const { of } of [await byTsc(), await bySwc()]) {
      const { code, printed } = await walk(of('cycle-unmarked'));
      expect({ code, printed }).toEqual({
        code: 1,
        printed: documented("ReferenceError: Cannot access 'Audit' before initialization"),
      });
    }
  });

  it('is a parameter decorator that esbuild was not told to take', async () => {
    const message = documented(
      'Parameter decorators only work when experimental decorators are enabled',
    );
    await expect(
      esbuild('refused', 'projects/tokens/server.ts', { tsconfig: WITHOUT }),
    ).rejects.toMatchObject({ message });
  });

  it('is every decorator, by a vitest that was not told of them, or of other files', async () => {
    const report = await byVitest();
    expect(report('configured')).toMatchObject({ status: 'passed' });
    expect(report('covered')).toMatchObject({ status: 'passed' });
    expect(report('outside')).toMatchObject({
      status: 'failed',
      message: documented('Invalid or unexpected token'),
    });
  });
});
