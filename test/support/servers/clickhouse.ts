import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from '../suite/children.ts';
import { endWithFile } from '../suite/ends.ts';
import { has } from '../suite/programs.ts';
import { FallibleServer } from './fallible-server.ts';
import { freePort } from './redis.ts';

/** Whether a private ClickHouse can be started here. */
export const hasClickHouse = has('clickhouse-server');

interface Ports {
  http: number;
  tcp: number;
}

export const password = 'a secret/with?signs';
const cluster = 'registry';

/** A ClickHouse server of the test's own, that can be killed, paused and brought back at the same address. */
export class TestClickHouse extends FallibleServer {
  readonly ports: Ports;
  readonly #folder: string;

  private constructor(folder: string, ports: Ports) {
    super();
    this.#folder = folder;
    this.ports = ports;
  }

  static async start(): Promise<TestClickHouse> {
    const [server] = await TestClickHouse.startCluster(1);
    return server as TestClickHouse;
  }

  /** Some servers that know each other as shards of one cluster. */
  static async startCluster(size: number): Promise<TestClickHouse[]> {
    const ports = await Promise.all(
      Array.from({ length: size }, async () => ({ http: await freePort(), tcp: await freePort() })),
    );
    return Promise.all(
      ports.map(async (own) => {
        const server = new TestClickHouse(await mkdtemp(join(tmpdir(), 'registry-clickhouse-')), own);
        endWithFile(() => server.stop());
        await server.#configure(ports);
        await server.comeBack();
        return server;
      }),
    );
  }

  static urlOf(...servers: TestClickHouse[]): string {
    const hosts = servers.map(({ ports }) => `127.0.0.1:${ports.http}`).join(',');
    return `http://registry:${encodeURIComponent(password)}@${hosts}/default${servers.length > 1 ? `?cluster=${cluster}` : ''}`;
  }

  get url(): string {
    return TestClickHouse.urlOf(this);
  }

  /** What an administrator would type. */
  async query(text: string): Promise<string> {
    const headers = { authorization: `Basic ${Buffer.from(`registry:${password}`).toString('base64')}` };
    const response = await fetch(`http://127.0.0.1:${this.ports.http}/`, { method: 'POST', body: text, headers });
    const answer = await response.text();
    if (!response.ok) throw new Error(answer);
    return answer.trim();
  }

  /** Starts, again if need be with what it had, and waits until it answers. */
  async comeBack(): Promise<void> {
    const words = [`--config-file=${join(this.#folder, 'config.xml')}`];
    this.process = startChild('clickhouse-server', words, { stdio: 'ignore', cwd: this.#folder });
    while (!(await this.query('SELECT 1').catch(() => undefined))) {
      if (this.process.exitCode !== null) throw new Error('ClickHouse does not start.');
      await delay(20);
    }
  }

  async stop(): Promise<void> {
    await this.vanish();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #configure(all: Ports[]): Promise<void> {
    const secret = password.replaceAll('&', '&amp;');
    const shards = all.map(
      ({ tcp }) => `<shard><replica><host>127.0.0.1</host><port>${tcp}</port><user>registry</user>
        <password>${secret}</password></replica></shard>`,
    );
    await writeFile(
      join(this.#folder, 'config.xml'),
      `<yandex>
        <logger><level>error</level><log>${this.#folder}/log</log><errorlog>${this.#folder}/errors</errorlog></logger>
        <http_port>${this.ports.http}</http_port><tcp_port>${this.ports.tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
        <path>${this.#folder}/data/</path><tmp_path>${this.#folder}/tmp/</tmp_path>
        <users_config>${this.#folder}/users.xml</users_config>
        <default_profile>default</default_profile><default_database>default</default_database>
        <mark_cache_size>67108864</mark_cache_size><timezone>UTC</timezone>
        <remote_servers><${cluster}>${shards.join('')}</${cluster}></remote_servers>
      </yandex>`,
    );
    await writeFile(
      join(this.#folder, 'users.xml'),
      `<yandex><profiles><default><max_threads>2</max_threads></default></profiles><quotas><default/></quotas>
        <users><registry><password>${secret}</password><networks><ip>127.0.0.1</ip></networks>
          <profile>default</profile><quota>default</quota></registry></users></yandex>`,
    );
  }
}
