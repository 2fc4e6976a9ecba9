import {
  type Answers,
  ask,
  createServer,
  Elicit,
  form,
  type StateCodec,
  Tool,
} from '@countersign/core';
import { z } from 'zod';
import {
  CALLER,
  CONFIRM_TITLE,
  DESCRIPTION,
  outcome,
  type Peer,
  question,
  toolName,
} from './peer.js';

const Confirm = form(z.object({ confirm: z.boolean().meta({ title: CONFIRM_TITLE }) }));

function deployTool(name: string) {
  const Input = z.object({ env: z.string() });
  type Input = z.output<typeof Input>;

  @Tool({ name, description: DESCRIPTION, input: Input })
  class Deploy {
    @Elicit()
    confirm({ env }: Input) {
      return ask.form(question(env), Confirm);
    }
    run({ env }: Input, { confirm }: Answers<Deploy>) {
      return confirm.confirm ? outcome(env) : 'Nothing was deployed.';
    }
  }
  return Deploy;
}

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Our server, with every claim and check on. */
export function countersignPeer(name: string, tools: number, codec: StateCodec): Peer {
  const server = createServer({
    name: 'bench',
    version: '1.0.0',
    components: Array.from({ length: tools }, (_, at) => deployTool(toolName(at))),
    state: { codec },
    // The state that was edited on purpose is no news.
    logger: silent,
  });
  return {
    name,
    fetch: (request) => server.fetch(request, { authInfo: CALLER }),
    close: () => server.close(),
  };
}
