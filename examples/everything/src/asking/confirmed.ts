// Tools that ask for a confirmation. Nothing of what is sealed in `requestState` shows here; the suite edits it on its way.
import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

const Confirm = form(z.object({ ok: z.boolean() }));

@Tool({
  name: 'test_input_required_result_request_state',
  description: 'Goes on once a person confirms, by the state of round one.',
})
export class RequestState {
  @Elicit()
  confirm() {
    // countersign-check-ignore boolean-confirmation: the conformance suite answers this very form
    return ask.form('Please confirm', Confirm);
  }

  run(_: object, { confirm }: Answers<RequestState>) {
    return confirm.ok ? 'state-ok' : 'state-ok, and not confirmed';
  }
}

@Tool({
  name: 'test_input_required_result_tampered_state',
  description: 'Goes on once a person confirms; refuses an edited state.',
})
export class TamperedState {
  @Elicit()
  confirm() {
    // countersign-check-ignore boolean-confirmation: the conformance suite answers this very form
    return ask.form('Please confirm', Confirm);
  }

  run(_: object, { confirm }: Answers<TamperedState>) {
    return confirm.ok
      ? 'The state came back untampered.'
      : 'The state came back untampered, and nothing was confirmed.';
  }
}
