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
 * A change of the key of one codec, then a change of codec, each in three phases. `together`, the second begins before the first is
 * over, and both old ones retire at the end: fewer deployments, and one deadline less to wait for.
 */
export function phasesOf(
  { oldHmac, newHmac, aead }: Keys,
  together: boolean,
): readonly [Phase, ...Phase[]] {
  const phase = (
    what: string,
    codecs: readonly CodecName[],
    hmac: readonly string[],
    change?: Phase['change'],
  ): Phase => ({
    what,
    settings: {
      codecs,
      keys: {
        ...(hmac.length > 0 && { hmac: hmac.join(',') }),
        ...(codecs.includes('aead') && { aead }),
      },
    },
    ...(change !== undefined && { change }),
  });
  const [first, second, third, last]: readonly [Phase, Phase, Phase, Phase] = [
    phase('hmac: old', ['hmac'], [oldHmac]),
    phase('hmac: old, new', ['hmac'], [oldHmac, newHmac]),
    phase('hmac: new, old', ['hmac'], [newHmac, oldHmac], 'takes over'),
    phase('aead', ['aead'], [], 'retires'),
  ];
  if (together) {
    const both = [newHmac, oldHmac];
    const takesOver = phase('hmac: new, old; aead', ['hmac', 'aead'], both, 'takes over');
    return [
      first,
      second,
      takesOver,
      phase('aead; hmac: new, old', ['aead', 'hmac'], both, 'takes over'),
      last,
    ];
  }
  return [
    first,
    second,
    third,
    phase('hmac: new', ['hmac'], [newHmac], 'retires'),
    phase('hmac, aead', ['hmac', 'aead'], [newHmac]),
    phase('aead, hmac', ['aead', 'hmac'], [newHmac], 'takes over'),
    last,
  ];
}
