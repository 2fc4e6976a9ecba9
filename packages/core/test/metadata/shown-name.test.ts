import { describe, expect, it } from 'vitest';
import { Prompt } from '../../src/decorators/prompt.js';
import { Tool } from '../../src/decorators/tool.js';
import { shownName } from '../../src/metadata/shown-name.js';

class Plain {
  run() {
    return 'done';
  }
}

describe('the name of a class in a message', () => {
  it('is its own, and after it that of the component', () => {
    class T extends Plain {}
    Tool({ name: 'deploy', description: 'Deploys.' })(T);
    class P extends Plain {}
    Prompt({ name: 'review' })(P);
    expect([Plain, T, P].map(shownName)).toEqual([
      'Plain',
      'T (tool "deploy")',
      'P (prompt "review")',
    ]);
  });

  it('is that of the class alone where the component has none, or its base is one', () => {
    class Nameless extends Plain {}
    Tool({ name: 7 as never, description: 'Deploys.' })(Nameless);
    class Base extends Plain {}
    Tool({ name: 'deploy', description: 'Deploys.' })(Base);
    class Sub extends Base {}
    expect([Nameless, Sub, class extends Plain {}].map(shownName)).toEqual([
      'Nameless',
      'Sub',
      '(anonymous class)',
    ]);
  });
});
