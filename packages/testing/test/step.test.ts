import { type Answers, ask, Compute, ConfigError, Elicit, Sample, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { step } from '../src/index.js';
import { Broken, Deploy } from './support/components.js';
import { Builds, Release } from './support/release.js';

const env = 'prod';
const builds = new Builds(42);
const provided = [
  { token: Builds, useValue: builds },
  { token: 'region', useValue: 'eu' },
] as const;
const build = { id: 42, env, at: '1970-01-01T00:00:00.000Z' };

describe('a step that asks', () => {
  it('shows what it asks, with the other answers given', () => {
    const confirm = step(Release, 'confirm')
      .providers(...provided)
      .given({ build })
      .with({ env });
    expect(confirm).toMatchObject({
      kind: 'form',
      message: 'Release 42 of 1970-01-01T00:00:00.000Z to prod in eu?',
      fields: { confirm: { type: 'boolean' } },
      requestedSchema: { required: ['confirm'] },
      optional: false,
      members: {},
    });
  });

  it('shows that it asks nothing', async () => {
    const ticket = step(Release, 'ticket').providers(...provided);
    expect(await ticket.with({ env: 'staging' })).toBeUndefined();
    expect(await ticket.with({ env })).toMatchObject({
      message: 'Ticket, anonymous?',
      optional: true,
    });
  });

  it('shows each of several questions by name', () => {
    const files = step(Release, 'files')
      .providers(...provided)
      .given({ build })
      .with({ env });
    expect(files.message).toBe('Keep 42.log of prod?\nSee it');
    expect(files.members).toMatchObject({
      log: { kind: 'form', message: 'Keep 42.log of prod?' },
      page: { kind: 'url', url: 'https://example.test/1' },
    });
  });

  it('may ask a model, or for roots', () => {
    const played = step(Release, 'notes').providers(...provided);
    expect(played.given({ ticket: { id: 'CHG' } }).with({ env })).toMatchObject({
      kind: 'sample',
      message: 'answered: CHG',
      params: { maxTokens: 10 },
    });
    expect(
      step(Release, 'where')
        .providers(...provided)
        .with(),
    ).toMatchObject({ kind: 'roots' });
  });
});

describe('a compute', () => {
  it('gives its value as it travels as JSON', async () => {
    expect(
      await step(Release, 'build')
        .providers(...provided)
        .with({ env }),
    ).toEqual(build);
  });

  it('goes on from what it handed on', () => {
    const count = step(Release, 'count').providers(...provided);
    expect(count.with({ env })).toMatchObject({ again: true, carry: 1, afterMs: 10 });
    expect(count.context({ carried: 2, era: '2025' }).with({ env })).toBe('2 in 2025');
  });

  it('may change nothing of the answers it reads, as on a server', () => {
    expect(() =>
      step(Release, 'meddling')
        .providers(...provided)
        .given({ build })
        .with({ env }),
    ).toThrow(expect.objectContaining({ cause: expect.any(TypeError) }));
  });
});

describe('what a step finds', () => {
  const notes = step(Release, 'notes').providers(...provided);

  it('is its call, as far as the test says', async () => {
    const bob = { issuer: 'i', subject: 'bob', client: 'c' };
    const ticket = step(Release, 'ticket')
      .providers(...provided)
      .context({ principal: bob });
    expect((await ticket.with({ env }))?.message).toBe('Ticket, bob?');
    expect((await ticket.context({ attempt: 2 }).with({ env }))?.message).toBe(
      'Ticket, bob? It has at least three letters.',
    );
  });

  it('is how other steps were settled', () => {
    expect(
      notes.given({ ticket: undefined }).outcome({ ticket: 'declined' }).with({ env }).message,
    ).toBe('declined: none');
  });

  it('is nothing that was not given: a read of that names it', () => {
    expect(() => notes.with({ env })).toThrow(
      'Release.notes reads "ticket", which the test did not give: given({ ticket: … })',
    );
    expect(() =>
      notes.given({ ticket: undefined }).outcome({ build: 'answered' }).with({ env }),
    ).not.toThrow();
    expect(() => step(Deploy, 'ticket').given({ build: { id: 1, env } } as never)).not.toThrow();
    expect(() => step(Deploy, 'ticket').given({ nobody: {} } as never)).toThrow(
      'Deploy.ticket has no other step "nobody"',
    );
    expect(() => step(Deploy, 'ticket').given({ ticket: {} } as never)).toThrow(TypeError);
  });

  it('is what the test injects, by providers or by an override', async () => {
    const fake = step(Release, 'build')
      .providers(...provided)
      .override(Builds)
      .useValue({ latest: async (of) => ({ id: 7, env: of, at: new Date(0) }) });
    expect((await fake.with({ env })).id).toBe(7);
    expect(
      (
        await step(Release, 'build')
          .providers(...provided)
          .with({ env })
      ).id,
    ).toBe(42);
    expect(() => step(Release, 'where').with()).toThrow(ConfigError);
    // The cure is the product here: createServer, which the message names elsewhere, is not in this test.
    expect(() => step(Release, 'where').with()).toThrow(
      /\.override\(Builds\)\.useValue\(fake\), or \.providers\(/,
    );
  });
});

describe('a name', () => {
  it('of a step or of a member of its context must be one that there is', () => {
    const played = step(Deploy, 'ticket');
    expect(() => played.outcome({ confirm: 'answered', 'confirm.a': 'declined' })).not.toThrow();
    expect(() => played.outcome({ confrim: 'answered' })).toThrow(
      'Deploy.ticket has no other step "confrim"',
    );
    expect(() => played.outcome({ ticket: 'answered' })).toThrow(TypeError);
    expect(() => played.context({ atempt: 2 } as never)).toThrow('there is no atempt in ctx');
  });

  it('must be that of a step', () => {
    expect(() => step(Deploy, 'world' as never)).toThrow(
      'Deploy.world is no step; steps: build, confirm, ticket',
    );
    expect(() => step(Broken, 'run' as never)).toThrow('steps: none');
    expect(() => step(Builds as never, 'latest' as never)).toThrow(ConfigError);
  });

  it('is the one method that may be entered: another step is called by the toolkit alone', () => {
    @Tool({ name: 'deploy', description: 'Deploys.' })
    class Mistaken {
      total = 0;
      @Compute() build() {
        return 1;
      }
      @Elicit() confirm() {
        return ask.url(`Deploy ${this.build()}?`, 'https://a.example/');
      }
      @Compute() count() {
        this.total = 1;
        return 1;
      }
      @Compute() async later() {
        this.total = 1;
        return 1;
      }
      run() {
        return 'done';
      }
    }
    expect(step(Mistaken, 'build').with()).toBe(1);
    expect(() => step(Mistaken, 'confirm').with()).toThrow(/Mistaken\.build is a step/);
    expect(() => step(Mistaken, 'count').with()).toThrow(/Mistaken\.total .* frozen/);
    return expect(step(Mistaken, 'later').with()).rejects.toThrow(/Mistaken\.total .* frozen/);
  });

  it('passes on what the step throws', async () => {
    const failing = step(Release, 'build')
      .providers(...provided)
      .override(Builds)
      .useValue({ latest: () => Promise.reject(new Error('no builds')) });
    await expect(failing.with({ env })).rejects.toMatchObject({
      name: 'PlayError',
      message: 'Release.build threw Error: no builds',
      cause: new Error('no builds'),
    });
  });
});

describe('a step that puts into its question what a model wrote', () => {
  @Tool({ name: 'post', description: 'Posts a summary once a person read it.' })
  class Post {
    @Sample()
    summary() {
      return ask.sample({ messages: ['Sum up'], maxTokens: 9 });
    }

    @Elicit()
    sure(_: object, { summary }: Answers<Post, 'summary'>) {
      return ask.url(`Post ${summary}?`, 'https://post.example/');
    }

    run() {
      return 'Posted.';
    }
  }

  it('reads the text of one that a test wrote down, as of a real one', () => {
    const content = [{ type: 'text', text: 'It rains' }] as const;
    const post = step(Post, 'sure');
    for (const given of [
      { text: 'It rains', content: [...content], model: 'm' },
      { text: 'It rains', content: [], model: '' },
    ])
      expect(post.given({ summary: given }).with().message).toBe('Post It rains?');
  });
});

describe('a step that asks about more than a request answers', () => {
  @Tool({ name: 'sweep', description: 'Asks about every file at once.' })
  class Sweep {
    @Elicit()
    files(_: object) {
      const names = Array.from({ length: 305 }, (_, at) => `f${at}`);
      return ask.all(
        Object.fromEntries(
          names.map((name) => [name, ask.url('?', 'https://a.example/')] as const),
        ),
      );
    }

    run() {
      return 'Swept.';
    }
  }

  it('shows as itself what it asks too much of', () => {
    const sweep = () => step(Sweep, 'files').with();
    expect(sweep).toThrow(ConfigError);
    expect(sweep).toThrow(/305 asks.*256.*ask\.each/);
  });
});
