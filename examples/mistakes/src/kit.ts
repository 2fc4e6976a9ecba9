import { aeadCodec } from '@countersign/codec-aead';
import {
  type ComponentClass,
  createServer,
  form,
  type Provider,
  type ServerOptions,
} from '@countersign/core';
import { z } from 'zod';

/** What the mistakes do to the world. */
export class Releases {
  readonly deployed: number[] = [];
  #latest = 0;

  /** Every time a newer one. */
  async latest() {
    this.#latest++;
    return { id: this.#latest };
  }
  async deploy(id: number) {
    this.deployed.push(id);
  }
}

export const Name = form(z.object({ name: z.string() }));
export const PROVIDERS: Provider[] = [{ token: Releases, useClass: Releases }];

/** How a program is called: its arguments, and what a person answers to each question. */
export interface Call {
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** One record a round: by the name of the step. */
  readonly answers?: readonly Readonly<Record<string, unknown>>[];
}

/** A server with one component. */
export const serverOf = (component: ComponentClass, options: Partial<ServerOptions> = {}) =>
  createServer({
    name: 'mistakes',
    version: '1.0.0',
    components: [component],
    providers: PROVIDERS,
    state: { codec: aeadCodec() },
    ...options,
  });
