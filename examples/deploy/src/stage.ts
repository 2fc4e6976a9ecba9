import { randomBytes } from 'node:crypto';
import type { Era } from '@countersign/core';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Balancer, roundRobin } from './balancer.js';
import type { Checks } from './checks.js';
import { Replica, type Report } from './fleet.js';
import { Person } from './person.js';
import type { ReplicaSettings } from './replica.js';
import type { Terminal } from './terminal.js';
import { issueToken } from './tokens.js';
import type { Wire } from './wire.js';

export type CodecName = ReplicaSettings['CODEC'];

/**
 * Two services of two replicas each. They hold the same key, as services should not, and differ in what staging is told. The third
 * serves clients of 2025 by sessions, which live in one process.
 */
const SERVICES = {
  production: {
    replicas: ['A', 'B'],
    settings: { AUDIENCE: 'releases.production', TTL_SECONDS: '600', LEGACY: 'stateless' },
  },
  staging: {
    replicas: ['S', 'T'],
    settings: { AUDIENCE: 'releases.staging', TTL_SECONDS: '2', LEGACY: 'stateless' },
  },
  sessions: {
    replicas: ['L'],
    settings: { AUDIENCE: 'releases.sessions', TTL_SECONDS: '600', LEGACY: 'sessions' },
  },
} as const;
export type ServiceName = keyof typeof SERVICES;
const NAMES = Object.keys(SERVICES) as ServiceName[];

/** What every act gets: processes that run, people who call them, and a place to say what is seen. */
export class Stage {
  private readonly people = new Map<string, Promise<Person>>();
  private readonly balancers = new Map<ServiceName, Balancer>();

  private constructor(
    readonly codec: CodecName,
    readonly terminal: Terminal,
    readonly check: Checks,
    readonly wire: Wire,
    private readonly secret: Buffer,
    private readonly replicas: readonly (readonly [ServiceName, Replica])[],
  ) {}

  /** Starts all replicas of one codec, each with the same new key. */
  static async set(
    codec: CodecName,
    terminal: Terminal,
    check: Checks,
    wire: Wire,
  ): Promise<Stage> {
    const secret = randomBytes(32);
    const shared = {
      CODEC: codec,
      STATE_KEYS: randomBytes(32).toString('base64url'),
      TOKEN_SECRET: secret.toString('base64url'),
    };
    const started = NAMES.flatMap((service) =>
      SERVICES[service].replicas.map(
        async (name) =>
          [
            service,
            await Replica.start(name, { ...shared, ...SERVICES[service].settings }),
          ] as const,
      ),
    );
    const stage = new Stage(codec, terminal, check, wire, secret, await Promise.all(started));
    for (const service of NAMES) {
      const [first, ...others] = stage.replicas
        .filter(([of]) => of === service)
        .map(([, replica]) => replica);
      if (first !== undefined)
        stage.balancers.set(service, await roundRobin([first, ...others], wire));
    }
    return stage;
  }

  /** The address that clients of a service use. */
  url(service: ServiceName = 'production'): URL {
    const balancer = this.balancers.get(service);
    if (balancer === undefined) throw new Error(`no service ${service}`);
    return balancer.url;
  }

  token(name: string): Promise<string> {
    return issueToken(name, this.secret);
  }

  /** Someone at a service, connected by the official client with a token that names them; connected once. */
  person(
    name: 'bob' | 'alice',
    service: ServiceName = 'production',
    era: Era = '2026',
  ): Promise<Person> {
    const key = `${name}@${service} ${era}`;
    const person = this.people.get(key) ?? this.connect(name, service, era);
    this.people.set(key, person);
    return person;
  }

  private async connect(name: string, service: ServiceName, era: Era): Promise<Person> {
    const token = await this.token(name);
    const transport = new StreamableHTTPClientTransport(this.url(service), {
      authProvider: { token: async () => token },
    });
    return Person.connect(transport, era);
  }

  /** What the replicas say happened since the last time; the wire says less. */
  async happened(): Promise<Report> {
    const reports = await Promise.all(this.replicas.map(([, replica]) => replica.report()));
    return {
      events: reports.flatMap(({ events }) => events),
      deployed: reports.flatMap(({ deployed }) => deployed),
    };
  }

  /** The replicas as the operator knows them. */
  get processes(): readonly { readonly name: string; readonly pid: number | undefined }[] {
    return this.replicas.map(([, { name, pid }]) => ({ name, pid }));
  }

  /** Ends everything that was started. */
  async strike(): Promise<void> {
    await Promise.allSettled(
      [...this.people.values()].map(async (person) => (await person).close()),
    );
    await Promise.all([...this.balancers.values()].map((balancer) => balancer.close()));
    await Promise.all(this.replicas.map(([, replica]) => replica.stop()));
  }
}

/** One scene of the demo. */
export interface Act {
  readonly title: string;
  play(stage: Stage): Promise<void>;
}
