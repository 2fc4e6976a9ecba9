import type { CodecName, ReplicaSettings } from '../replica/settings.js';

/** How all replicas are set up before the next phase begins. */
export interface Phase {
  readonly what: string;
  readonly settings: Pick<ReplicaSettings, 'codecs' | 'keys'>;
  /** `takes over`: another one seals from here on. `retires`: an old one is gone, one flow deadline after it sealed for the last time. */
  readonly change?: 'takes over' | 'retires';
}

/** Three keys, in the form of `keysFromEnv`. */
export interface Keys {
  readonly oldHmac: string;
  readonly newHmac: string;
  readonly aead: string;
}

/**
 * A change of the key of one codec, then a change of codec, each in three phases. `together` retires both old ones at the end, which
 * waits for one deadline less.
 */
export function phasesOf({ oldHmac, newHmac, aead }: Keys, together: boolean): readonly Phase[] {
  const phase = (what: string, codecs: readonly CodecName[], hmac: readonly string[], change?: Phase['change']): Phase => ({
    what,
    settings: {
      codecs,
      keys: { ...(hmac.length > 0 && { hmac: hmac.join(',') }), ...(codecs.includes('aead') && { aead }) },
    },
    ...(change !== undefined && { change }),
  });
  const left = together ? [newHmac, oldHmac] : [newHmac];
  return [
    phase('hmac: old', ['hmac'], [oldHmac]),
    phase('hmac: old, new', ['hmac'], [oldHmac, newHmac]),
    phase('hmac: new, old', ['hmac'], [newHmac, oldHmac], 'takes over'),
    ...(together ? [] : [phase('hmac: new', ['hmac'], [newHmac], 'retires')]),
    phase('hmac, aead', ['hmac', 'aead'], left),
    phase('aead, hmac', ['aead', 'hmac'], left, 'takes over'),
    phase('aead', ['aead'], [], 'retires'),
  ];
}
