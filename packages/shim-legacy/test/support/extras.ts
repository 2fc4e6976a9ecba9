import { acceptedContent, type CallContext, inputRequired, Tool } from '@countersign/core';
import { EVERYTHING } from './components.js';

@Tool({ name: 'report', description: 'Reports while it works, and asks nothing.' })
export class Report {
  run(_: object, _answers: object, ctx: CallContext) {
    ctx.progress(1, 2);
    ctx.log.info('half');
    ctx.progress(2, 2);
    return 'reported';
  }
}

const NAME = inputRequired.elicit({
  message: 'Your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
});

@Tool({ name: 'by-hand', description: 'Asks without steps.' })
export class ByHand {
  run(_: object, _answers: object, ctx: CallContext) {
    const answer = acceptedContent<{ name: string }>(ctx.inputResponses, 'name');
    if (answer === undefined)
      return inputRequired({
        inputRequests: { name: NAME },
        requestState: ctx.mintRequestState({ greeting: 'Hello' }),
      });
    return `${ctx.requestState<{ greeting: string }>()?.greeting} ${answer.name}`;
  }
}

export const WITH_EXTRAS = [...EVERYTHING, Report, ByHand];
