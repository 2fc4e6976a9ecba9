import { setTimeout as pause } from 'node:timers/promises';
import type { Ground } from '../shared/ground.js';
import type { Random } from '../shared/random.js';

/** One disturbance, due when so many last requests have been sent: then runs are under way. */
export interface Disturbance {
  readonly due: number;
  readonly what: 'kill' | 'redis';
  /** The replica, if it is up then; else the next one that is. */
  readonly replica: number;
  /** Milliseconds after it is due, so that it meets other points of a round. */
  readonly afterMs: number;
  readonly downMs: number;
}

/** Plans so many kills over the middle of a load, and one restart of Redis, half way. */
export function planDisturbances(
  random: Random,
  { flows, replicas, kills }: { flows: number; replicas: number; kills: number },
): Disturbance[] {
  const [from, to] = [0.05 * flows, 0.9 * flows];
  const one = (due: number, what: Disturbance['what'], downMs: number): Disturbance => ({
    due: Math.floor(due),
    what,
    replica: random.below(replicas),
    afterMs: random.below(60),
    downMs,
  });
  const planned = Array.from({ length: kills }, (_, at) =>
    one(from + ((at + random.next()) * (to - from)) / kills, 'kill', 100 + random.below(500)),
  );
  return [...planned, one(flows / 2, 'redis', 500)].sort((a, b) => a.due - b.due);
}

/** What became of the plan. */
export interface Disturbed {
  readonly kills: number;
  readonly redis: number;
}

/** Carries out a plan while a load goes on. */
export class Disturber {
  readonly #ground: Ground;
  readonly #plan: Disturbance[];
  #last = 0;
  #kills = 0;
  #redis = 0;
  #working: Promise<void> = Promise.resolve();
  readonly #restarts = new Set<Promise<void>>();

  constructor(ground: Ground, plan: readonly Disturbance[]) {
    this.#ground = ground;
    this.#plan = [...plan];
  }

  /** A last request is about to be sent. */
  last(): void {
    this.#last += 1;
    for (
      let next = this.#plan[0];
      next !== undefined && next.due <= this.#last;
      next = this.#plan[0]
    ) {
      const due = next;
      this.#plan.shift();
      this.#working = this.#working.then(() => this.#disturb(due));
      this.#working.catch(() => undefined); // `settled` tells
    }
  }

  /** Resolves when all that was due has happened and everybody is up again. */
  async settled(): Promise<Disturbed> {
    await this.#working;
    await Promise.all(this.#restarts);
    return { kills: this.#kills, redis: this.#redis };
  }

  async #disturb({ what, replica, afterMs, downMs }: Disturbance): Promise<void> {
    await pause(afterMs);
    if (what === 'redis') {
      await this.#ground.redis.restart(downMs);
      this.#redis += 1;
      return;
    }
    // One stays up: a fleet of which nobody is left answers nobody, which proves nothing.
    const up = () => this.#ground.replicas.filter((one) => one.isUp());
    while (up().length < 2) await Promise.race(this.#restarts);
    const { replicas } = this.#ground;
    const inTurn = [...replicas.slice(replica), ...replicas.slice(0, replica)];
    const victim = inTurn.find((one) => one.isUp());
    if (victim === undefined) throw new Error('no replica is up');
    await victim.kill();
    this.#kills += 1;
    const restart = pause(downMs).then(() => victim.start());
    this.#restarts.add(restart);
    restart.then(
      () => this.#restarts.delete(restart),
      () => undefined,
    );
  }
}
