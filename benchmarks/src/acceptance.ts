import { CODECS, type CodecResults, GUARDS, type Size } from './codec.js';
import type { Results } from './interleave.js';
import type { ListResults } from './lists.js';
import { grown, IN_FLIGHT, type InFlight, type RoundTripResults } from './round-trip.js';
import { HOISTED, OURS } from './servers.js';
import { ratioOf, type Spread } from './stats.js';

/** Something that is promised of the numbers, and what this run says of it. */
export interface Check {
  readonly what: string;
  readonly measured: Spread;
  readonly target: number;
  readonly bound: 'at least' | 'at most';
  readonly holds: boolean;
}

/** Checks the median of paired repeats, not the best of them. */
function check(what: string, bound: Check['bound'], target: number, measured: Spread): Check {
  return {
    what,
    measured,
    target,
    bound,
    holds: bound === 'at least' ? measured.median >= target : measured.median <= target,
  };
}

function ratio(
  results: Results | undefined,
  of: string,
  over: string,
  figure: 'rate' | 'cpu' = 'rate',
): Spread {
  const [one, other] = [results?.get(of), results?.get(over)];
  if (one === undefined || other === undefined) throw new Error(`not measured: ${of}, ${over}`);
  return ratioOf(one[figure], other[figure]);
}

export function codecChecks(results: CodecResults): readonly Check[] {
  const alone = (size: Size, of: string) => ratio(results.get(size), of, CODECS.official);
  const guard = (of: string) => ratio(results.get(64), of, GUARDS.official);
  return [
    check('codec alone, 64 B, HMAC: rate', 'at least', 5, alone(64, CODECS.hmac)),
    check('codec alone, 64 B, XChaCha20: rate', 'at least', 3, alone(64, CODECS.aead)),
    check('codec alone, 512 B, HMAC: rate', 'at least', 4, alone(512, CODECS.hmac)),
    check('codec alone, 512 B, XChaCha20: rate', 'at least', 2, alone(512, CODECS.aead)),
    check('whole guard, 64 B, HMAC: rate', 'at least', 5, guard(GUARDS.hmac)),
    check('whole guard, 64 B, XChaCha20: rate', 'at least', 3, guard(GUARDS.aead)),
  ];
}

const RATES = { 1: { hmac: 1.6, aead: 1.4 }, 16: { hmac: 2, aead: 1.8 } } as const;
const CPU = 0.65;
const GROWTH = 0.75;

export function roundTripChecks({ against, growth }: RoundTripResults): readonly Check[] {
  return IN_FLIGHT.flatMap((inFlight) => [...against10(inFlight), ...growing(inFlight)]);

  function against10(inFlight: InFlight): Check[] {
    const ten = against.get(inFlight)?.get(10);
    if (ten === undefined) return [];
    const where = `round trips, 10 components, ${inFlight} in flight`;
    return [
      check(
        `${where}, HMAC: rate`,
        'at least',
        RATES[inFlight].hmac,
        ratio(ten, OURS.hmac, HOISTED),
      ),
      check(
        `${where}, XChaCha20: rate`,
        'at least',
        RATES[inFlight].aead,
        ratio(ten, OURS.aead, HOISTED),
      ),
      check(`${where}, HMAC: CPU`, 'at most', CPU, ratio(ten, OURS.hmac, HOISTED, 'cpu')),
      check(`${where}, XChaCha20: CPU`, 'at most', CPU, ratio(ten, OURS.aead, HOISTED, 'cpu')),
    ];
  }

  function growing(inFlight: InFlight): Check[] {
    const grew = growth.get(inFlight);
    if (grew === undefined) return [];
    return [OURS.hmac, OURS.aead].map((server) =>
      check(
        `round trips, 1000 components over 1, ${inFlight} in flight, ${server.slice('ours, '.length)}: rate`,
        'at least',
        GROWTH,
        ratio(grew, grown(server, 1000), grown(server, 1)),
      ),
    );
  }
}

const LISTS = 10;

export function listChecks(results: ListResults): readonly Check[] {
  const hundred = results.get(100);
  return hundred === undefined
    ? []
    : [
        check(
          'tools/list, 100 components: rate',
          'at least',
          LISTS,
          ratio(hundred, OURS.hmac, HOISTED),
        ),
      ];
}
