import { type Answers, ask, Compute, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

/** Computes what nobody but the server may read, so that no readable codec may seal it. */
@Tool({ name: 'secretive', description: 'Asks about a secret.' })
export class Secretive {
  @Compute() secret() {
    return 'the secret';
  }
  @Elicit() sure(_: object, { secret }: Answers<Secretive, 'secret'>) {
    return ask.form(`Use all ${secret.length} letters?`, form(z.object({ yes: z.boolean() })));
  }
  run() {
    return 'done';
  }
}
