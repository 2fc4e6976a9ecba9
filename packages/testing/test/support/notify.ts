import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

/** The world that is told, and that loses what is dropped. */
export class Hall {
  tell(_note: string | undefined): unknown {
    return undefined;
  }
  drop(): unknown {
    return undefined;
  }
}

/** A tool that can do without one of its two answers. */
@Tool({ name: 'notify', description: 'Tells everybody once a person agrees.' })
export class Notify {
  constructor(private readonly hall: Hall) {}

  @Elicit() sure() {
    return ask.form('Tell everybody?', form(z.object({ sure: z.boolean() })));
  }
  @Elicit() note() {
    return ask.form('With a note?', form(z.object({ note: z.string() })), { optional: true });
  }
  run(_: object, { sure, note }: Answers<Notify>) {
    if (sure.sure) this.hall.tell(note?.note);
    return 'Done.';
  }
}

/** A tool that takes silence for a yes. */
@Tool({ name: 'drop', description: 'Drops all, unless a person objects.' })
export class Drop {
  constructor(private readonly hall: Hall) {}

  @Elicit() confirm() {
    return ask.form('Drop all?', form(z.object({ confirm: z.boolean() })), { optional: true });
  }
  run(_: object, { confirm }: Answers<Drop>) {
    if (confirm?.confirm !== false) this.hall.drop();
    return 'Done.';
  }
}
