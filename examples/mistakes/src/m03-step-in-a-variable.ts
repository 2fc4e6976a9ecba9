/**
 * M3: the same through a variable, where it is harder to see.
 *
 * call: TypeError: Deploy.build is a step, which only the toolkit enters: called again, it may
 *   give something else than was answered. Read its answer instead, `build` of Answers<Deploy,
 *   'build'>
 * check: error direct-step-call: Deploy.build is a step: taken as a method, it runs once more,
 *   outside of the call — read its answer, "build", from the second parameter; share code in a
 *   #private method
 */
import { type Answers, ask, Compute, Elicit, Tool } from '@countersign/core';
import { type Call, Releases, serverOf } from './kit.js';

@Tool({ name: 'deploy', description: 'Deploys a release.' })
class Deploy {
  constructor(private readonly releases: Releases) {}

  @Compute()
  build() {
    return this.releases.latest();
  }
  @Elicit()
  confirm(_: object, { build }: Answers<Deploy, 'build'>) {
    return ask.confirm(`Deploy release ${build.id}?`);
  }
  async run() {
    const { build } = this;
    return `Deployed release ${(await build.call(this)).id}.`;
  }
}

export const server = serverOf(Deploy);
export const call: Call = { answers: [{ confirm: { confirm: 'yes' } }] };
