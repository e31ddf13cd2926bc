import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hashOf, mintSecret, prefixOf } from '../src/accounts/keys/key-format.ts';
import { ServiceProcess } from '../test/support/process.ts';
import { PrivatePostgres } from '../test/support/servers/postgres.ts';
import { freePort, TestRedis } from '../test/support/servers/redis.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Customer, load, Record } from './clients.ts';

export const instanceCount = 3;

interface Instance {
  port: number;
  process: ServiceProcess;
}

/** PostgreSQL, instances behind a balancer, and clients: all of them real, on this machine. */
export class Stage {
  readonly folder: string;
  readonly postgres: PrivatePostgres;
  readonly record = new Record();
  readonly customers: Customer[] = [];
  instances: Instance[] = [];
  readonly #ports: number[];
  readonly #balancer: Balancer;
  readonly #ends: (() => Promise<unknown>)[] = [];
  #load: Promise<unknown> = Promise.resolve();
  #isOver = false;

  private constructor(folder: string, postgres: PrivatePostgres, ports: number[], balancer: Balancer) {
    this.folder = folder;
    this.postgres = postgres;
    this.#ports = ports;
    this.#balancer = balancer;
  }

  static async set(): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'registry-drill-'));
    const postgres = await PrivatePostgres.start({ isMigrated: false });
    const ports = await Promise.all(Array.from({ length: instanceCount + 1 }, freePort));
    return new Stage(folder, postgres, ports, await startBalancer(await freePort(), ports, folder));
  }

  /** The database as a build makes it, with sample companies and customers. */
  async fill(Build = ServiceProcess): Promise<void> {
    await this.run(Build, 'migrate');
    await this.run(Build, 'import', 'lv', 'src/registers/countries/lv/sample/register.csv');
    await this.run(Build, 'import', 'ee', 'src/registers/countries/ee/sample/ettevotja_rekvisiidid__lihtandmed.csv.zip');
    for (const plan of ['business', 'business', 'free']) this.customers.push(await this.#customer(plan));
  }

  /** A command of a build, which has to succeed. */
  async run(Build: typeof ServiceProcess, ...words: string[]): Promise<void> {
    const command = new Build({ DATABASE_URL: this.postgres.url, DATA_DIR: this.folder }, ...words);
    if ((await command.end()) !== 0) throw new Error(command.output);
  }

  get balancer(): string {
    return this.#balancer.kind;
  }

  /** What was started is ended in the end. */
  own<Server extends { stop(): Promise<unknown> }>(server: Server): Server {
    this.#ends.push(() => server.stop());
    return server;
  }

  async startRedis(...words: string[]): Promise<TestRedis> {
    return this.own(await TestRedis.start(...words));
  }

  /** Starts one more instance of a build, on a free port, and waits until it is ready. */
  async startInstance(env: { [name: string]: string }, Build = ServiceProcess): Promise<Instance> {
    const port = this.#ports.find((one) => this.instances.every((instance) => instance.port !== one)) ?? 0;
    const process = new Build({ LOG_LEVEL: 'error', NODE_ENV: 'test', DATA_DIR: this.folder, PORT: String(port), ...env });
    const instance = { port, process };
    this.instances.push(instance);
    while (!(await isReady(port))) {
      if (process.child.exitCode !== null) throw new Error(`An instance ended:\n${process.output}`);
      await delay(50);
    }
    return instance;
  }

  async startAll(env: { [name: string]: string }, Build = ServiceProcess, count = instanceCount): Promise<void> {
    while (this.instances.length < count) await this.startInstance(env, Build);
  }

  async stopInstance(instance: Instance | undefined, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    await instance?.process.end(signal);
    this.instances = this.instances.filter((one) => one !== instance);
  }

  /** Clients begin to ask, by way of the balancer, with a pause between two questions that is in milliseconds. */
  async open(pause = 5): Promise<void> {
    while (!(await isReady(Number(new URL(this.#balancer.url).port)))) await delay(50);
    const clients = this.customers.flatMap((customer) => [customer, customer]);
    this.#load = Promise.all(
      clients.map((customer) => load(this.#balancer.url, customer, this.record, () => this.#isOver, pause)),
    );
  }

  /** The clients stop, and the instances write what they have not written yet. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#load;
    await Promise.all(this.instances.map((instance) => this.stopInstance(instance)));
  }

  /** Units that were answered and not charged, and those that were charged and not answered. */
  async books(server: PrivatePostgres): Promise<{ lost: number; doubled: number; answered: number }> {
    const rows = await server.query('SELECT account_id, sum(used) AS used FROM period_usage GROUP BY account_id');
    const charged = new Map(rows.map((row) => [row.account_id, Number(row.used)]));
    const difference = this.customers.map(
      ({ accountId }) => (charged.get(accountId) ?? 0) - (this.record.units.get(accountId) ?? 0),
    );
    return {
      answered: [...this.record.units.values()].reduce((sum, units) => sum + units, 0),
      lost: difference.reduce((sum, units) => sum + Math.max(0, -units), 0),
      doubled: difference.reduce((sum, units) => sum + Math.max(0, units), 0),
    };
  }

  async clear(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.instances.map(({ process }) => process.end('SIGKILL')));
    await this.#balancer.close();
    for (const end of this.#ends.toReversed()) await end();
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #customer(plan: string): Promise<Customer> {
    const key = mintSecret();
    const [{ id }] = (await this.postgres.query('INSERT INTO account (plan) VALUES ($1) RETURNING id', [plan])) as [
      { id: string },
    ];
    await this.postgres.query('INSERT INTO api_key (account_id, name, prefix, hash) VALUES ($1, $2, $3, $4)', [
      id,
      'drill',
      prefixOf(key),
      hashOf(key),
    ]);
    return { accountId: id, key };
  }
}

const isReady = async (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/v1/health/ready`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
