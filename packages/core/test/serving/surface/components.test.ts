import { describe, expect, it } from 'vitest';
import { ConfigError, createServer, Prompt, Resource, Tool } from '../../../src/index.js';
import { rebuild } from '../../../src/internal.js';
import { call, tool } from '../../support/serving.js';

@Tool({ name: 'look', description: 'Looks.' })
class Look {
  run() {
    return 'looked';
  }
}
@Tool({ name: 'greet', description: 'Greets.' })
class GreetTool {
  run() {
    return 'Hello.';
  }
}
@Prompt({ name: 'greet' })
class GreetPrompt {
  run() {
    return 'Greet them.';
  }
}
@Resource({ uri: 'note://today', name: 'today' })
class Today {
  run() {
    return 'the fixed one';
  }
}
@Resource({ uri: 'note://{day}', name: 'day' })
class Day {
  run() {
    return 'the template';
  }
}
class Stranger {}

const make = () =>
  createServer({ name: 's', version: '1', components: [Look, GreetTool, GreetPrompt, Today, Day] });
const problem = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return `${error.code}: ${error.message}`;
  }
  return 'none';
};

describe('server.components', () => {
  it('takes a name that one component has, or a class', async () => {
    const { components, ...server } = make();
    for (const given of ['look', Look]) {
      expect(components.isEnabled(given)).toBe(true);
      components.disable(given);
      expect(components.isEnabled('look')).toBe(false);
      components.enable(given);
    }
    components.disable(GreetPrompt);
    expect(components.isEnabled(GreetTool)).toBe(true);
    await server.close();
  });

  it('refuses a name that two components have, naming both and the cure', () => {
    const { components } = make();
    expect(problem(() => components.disable('look'))).toBe('none');
    const said = problem(() => components.disable('greet'));
    expect(said).toBe(
      'invalid_component: components.disable: the tool GreetTool and the prompt GreetPrompt have the same name; pass the class instead',
    );
    expect([GreetTool, GreetPrompt].map(components.isEnabled)).toEqual([true, true]);
  });

  it('refuses what is no component of the server, naming those that are', () => {
    const { components } = make();
    expect(problem(() => components.enable('lok'))).toMatch(
      /^invalid_component: components\.enable: no component is named "lok"; there are look, greet/,
    );
    for (const given of [Stranger, undefined, {}, 7] as never[])
      expect(problem(() => components.isEnabled(given))).toMatch(
        /^invalid_component: components\.isEnabled: takes the name or the class/,
      );
  });

  it('lets a template answer where the fixed resource before it is disabled', async () => {
    const server = make();
    const read = async () =>
      (await call(server, { method: 'resources/read', params: { uri: 'note://today' } })).body
        .result.contents[0].text;
    expect(await read()).toBe('the fixed one');
    server.components.disable(Today);
    expect(await read()).toBe('the template');
    await server.close();
  });

  it('keeps the capability of a kind all of whose components are disabled', async () => {
    const server = make();
    expect((await call(server, { method: 'prompts/list' })).body.result.prompts).toHaveLength(1);
    server.components.disable(GreetPrompt);
    expect(
      (await call(server, { method: 'server/discover' })).body.result.capabilities,
    ).toHaveProperty('prompts');
    expect((await call(server, { method: 'prompts/list' })).body.result.prompts).toEqual([]);
    await server.close();
  });

  it('stays as it is where the server is made again for a test', async () => {
    const server = make();
    server.components.disable('look');
    const again = rebuild(server, {});
    expect((await tool(again, 'look', {})).body.error).toMatchObject({
      message: 'Unknown tool: look',
    });
    server.components.enable('look');
    expect((await tool(rebuild(server, {}), 'look', {})).body.result.content[0].text).toBe(
      'looked',
    );
  });
});
