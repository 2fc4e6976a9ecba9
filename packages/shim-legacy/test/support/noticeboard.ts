import { aeadCodec } from '@countersign/codec-aead';
import {
  ask,
  Changes,
  Elicit,
  form,
  type Principal,
  Prompt,
  Resource,
  Tool,
  type Viewer,
} from '@countersign/core';
import { z } from 'zod';
import { deferred } from './deferred.js';
import { clientOf, type Mode, servedAs } from './modes.js';

const isAdmin = ({ principal }: Viewer) => principal.subject === 'admin';

@Tool({ name: 'look', description: 'Looks at the board.' })
export class Look {
  run() {
    return 'looked';
  }
}

@Tool({ name: 'post', description: 'Posts a note, and says so.' })
export class Post {
  constructor(private readonly changes: Changes) {}
  run() {
    this.changes.resourceUpdated('board://notes');
    return 'posted';
  }
}

@Tool({
  name: 'wipe',
  description: 'Wipes the board, for those who may know of it.',
  visible: isAdmin,
})
export class Wipe {
  run() {
    return 'wiped';
  }
}

@Tool({ name: 'take-down', description: 'Takes a note down once a person confirms it.' })
export class TakeDown {
  @Elicit() confirm() {
    return ask.form('Take it down?', form(z.object({ confirm: z.boolean() })));
  }
  run() {
    return 'taken down';
  }
}

@Prompt({ name: 'audit', visible: isAdmin })
export class Audit {
  run() {
    return 'Audit the board.';
  }
}

@Prompt({ name: 'greet' })
export class Greet {
  run() {
    return 'Hello.';
  }
}

@Resource({ uri: 'board://notes', name: 'notes' })
export class Notes {
  run() {
    return 'notes';
  }
}

@Resource({ uri: 'board://secrets', name: 'secrets', visible: isAdmin })
export class Secrets {
  run() {
    return 'secrets';
  }
}

@Resource({
  uri: 'note://{day}',
  name: 'note',
  visible: ({ principal }) => principal.subject !== 'guest',
})
export class Note {
  run({ day }: { day: string }) {
    return day;
  }
}

export const BOARD = [Look, Post, Wipe, TakeDown, Audit, Greet, Notes, Secrets, Note];

const named = (subject: string): Principal => ({
  issuer: 'https://issuer.example',
  subject,
  client: 'app',
});

/** A board served as the mode has it, whose every caller is who the test says. */
export async function board(mode: Mode, options: Parameters<typeof servedAs>[1] = {}) {
  let caller = named('admin');
  const state = {
    codec: aeadCodec({ keys: [new Uint8Array(32).fill(1)] }),
    principal: () => caller,
  };
  const at = await servedAs(mode, { components: BOARD, state, ...options });
  return {
    at,
    /** From now on, everybody is this one. */
    as: (subject: string) => {
      caller = named(subject);
    },
  };
}

export type Heard = 'tools' | 'prompts' | 'resources' | (string & {});

/** The official client with a stream to be told on, and all that it was told: a list's kind, or the URI of a resource. */
export async function listener(
  mode: Mode,
  { at }: Pick<Awaited<ReturnType<typeof board>>, 'at'>,
  uris: readonly string[] = [],
) {
  const streaming = deferred<void>();
  const client = await clientOf(mode, at, {
    fetch: async (...request) => {
      const response = await fetch(...request);
      if (request[1]?.method === 'GET' && response.ok) streaming.resolve();
      return response;
    },
  });
  const told: Heard[] = [];
  for (const list of ['tools', 'prompts', 'resources'] as const)
    client.setNotificationHandler(`notifications/${list}/list_changed`, () => void told.push(list));
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void told.push(params.uri),
  );
  if (mode === '2025 sessions') await streaming.promise;
  /** What the server took the subscription for. */
  const honoured: string[] = [];
  if (mode.startsWith('2026')) {
    const filter = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: [...uris],
    };
    const subscription = await client.listen(filter);
    honoured.push(...(subscription.honoredFilter.resourceSubscriptions ?? []));
    return { client, told, honoured, end: () => subscription.close() };
  }
  for (const uri of uris) {
    await client.subscribeResource({ uri }).then(
      () => void honoured.push(uri),
      () => undefined,
    );
  }
  const end = async () => {
    for (const uri of honoured) await client.unsubscribeResource({ uri });
  };
  return { client, told, honoured, end };
}
