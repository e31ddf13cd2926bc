import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../src/kernel/config.ts';
import { ask, type MeteringGround, meteringGround, type TestAccount } from '../support/metering.ts';
import { as } from '../support/people.ts';
import { freePort, hasRedis, TestRedis } from '../support/redis.ts';
import type { TestService } from '../support/service.ts';

const patient = { timeout: 20_000, interval: 20 };
const portOf = ({ url }: TestRedis) => new URL(url).port;
const listOf = (nodes: TestRedis[]) => nodes.map((node) => `127.0.0.1:${portOf(node)}`).join(',');

/** Three masters, and a replica of the first. */
async function startCluster(): Promise<TestRedis[]> {
  const nodes: TestRedis[] = [];
  const buses: number[] = [];
  for (let count = 0; count < 4; count++) {
    const bus = await freePort();
    const words = ['--cluster-enabled', 'yes', '--cluster-port', String(bus), '--cluster-node-timeout', '1000'];
    nodes.push(await TestRedis.start(...words));
    buses.push(bus);
  }
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
  const [first, second, third, replica] = nodes as [TestRedis, TestRedis, TestRedis, TestRedis];
  for (const [at, [start, end]] of [
    [0, 5460],
    [5461, 10_922],
    [10_923, 16_383],
  ].entries())
    await nodes[at]?.command('cluster', 'addslotsrange', String(start), String(end));
  for (const [at, node] of [second, third, replica].entries())
    await first.command('cluster', 'meet', '127.0.0.1', portOf(node), String(buses[at + 1]));
  const id = String(await first.command('cluster', 'myid'));
  const isWhole = async () => {
    for (const node of nodes)
      expect(String(await node.command('cluster', 'info'))).toMatch(/cluster_state:ok[\s\S]*cluster_known_nodes:4/);
  };
  await vi.waitFor(isWhole, patient);
  await replica.command('cluster', 'replicate', id);
  const isLinked = async () => expect(String(await replica.command('info', 'replication'))).toContain('master_link_status:up');
  await vi.waitFor(isLinked, patient);
  return nodes;
}

/** A master with a replica, and one Sentinel that watches both. */
async function startSentinel() {
  const master = await TestRedis.start();
  const replica = await TestRedis.start('--replicaof', '127.0.0.1', portOf(master));
  const sentinel = await TestRedis.start('--sentinel');
  onTestFinished(async () => void (await Promise.all([master, replica, sentinel].map((node) => node.stop()))));
  await sentinel.command('sentinel', 'monitor', 'mymaster', '127.0.0.1', portOf(master), '1');
  await sentinel.command('sentinel', 'set', 'mymaster', 'down-after-milliseconds', '500');
  const knows = async () => expect(String(await sentinel.command('sentinel', 'replicas', 'mymaster'))).toContain(portOf(replica));
  await vi.waitFor(knows, patient);
  return { master, replica, sentinel };
}

describe.skipIf(!hasRedis)('Redis as operators have it', () => {
  let ground: MeteringGround;
  afterEach(() => ground?.close());

  /** Sends so many requests, some at a time, to the instances in turn. Tells how many were let through. */
  const passed = async (services: TestService[], account: TestAccount, count: number): Promise<number> => {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 10) {
      const batch = Array.from({ length: 10 }, (_, at) => ask(services[at % services.length] as TestService, account));
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([]);
    return statuses.filter((status) => status === 200).length;
  };
  const lossesOf = ({ log }: TestService) => log.entries().filter(({ msg }) => /Redis is out of reach:/.test(msg));
  const losses = (service: TestService) => lossesOf(service).length;
  const returns = ({ log }: TestService) => log.entries().filter(({ msg }) => /Redis is back:/.test(msg)).length;

  test('a Cluster counts exactly over all instances, for accounts on every node, and a failover gives nobody a fresh minute', async () => {
    const nodes = await startCluster();
    const [first] = nodes as [TestRedis];
    ground = await meteringGround({ redisLimit: 5_000, env: { REDIS_URL: `redis://${listOf(nodes.slice(1, 3))}?cluster=true` } });
    const [one, other] = [await ground.start(), await ground.start()];
    const accounts = await Promise.all(Array.from({ length: 6 }, () => ground.account()));
    for (const account of accounts.slice(0, 3)) {
      expect(await passed([one, other], account, 80)).toBe(60);
    }
    expect([one, other].flatMap(lossesOf)).toEqual([]);
    // Sessions are counted there too.
    expect((await one.get('/api/v1/account', { headers: as(accounts[0]?.id ?? '') })).status).toBe(200);

    const before = await Promise.all(accounts.slice(3).map((account) => passed([one], account, 30)));
    expect(before).toEqual([30, 30, 30]);
    await first.vanish();
    const during = await Promise.all(accounts.slice(3).map((account) => passed([one], account, 20)));
    expect(during).toEqual([20, 20, 20]);
    const isPromoted = async () => expect(String(await nodes[3]?.command('info', 'replication'))).toContain('role:master');
    await vi.waitFor(isPromoted, patient);
    await vi.waitFor(() => expect(returns(one)).toBe(losses(one)), patient);
    const after = await Promise.all(accounts.slice(3).map((account) => passed([one], account, 20)));
    expect(after).toEqual([10, 10, 10]);
  }, 90_000);

  test('one node of a Cluster, given as if it were alone, stops the start with what to say', async () => {
    const node = await TestRedis.start('--cluster-enabled', 'yes', '--cluster-port', String(await freePort()));
    onTestFinished(() => node.stop());
    ground = await meteringGround({ env: { REDIS_URL: node.url } });
    await expect(ground.start()).rejects.toThrow('REDIS_URL leads to a node of a Redis Cluster: add ?cluster=true.');
  });

  test('with Sentinel the count goes on at the new master', async () => {
    const { master, replica, sentinel } = await startSentinel();
    ground = await meteringGround({ redisLimit: 2_000, env: { REDIS_URL: `redis://${listOf([sentinel])}/0?sentinel=mymaster` } });
    const service = await ground.start();
    expect(losses(service)).toBe(0);
    const account = await ground.account();
    expect(await passed([service], account, 30)).toBe(30);
    await master.vanish();
    expect(await passed([service], account, 20)).toBe(20);
    await vi.waitFor(async () => expect(String(await replica.command('info', 'replication'))).toContain('role:master'), patient);
    await vi.waitFor(() => expect(returns(service)).toBe(1), patient);
    expect(await passed([service], account, 20)).toBe(10);
    expect(String(await replica.command('keys', `{${account.id}}:*`))).toContain('minute');
  }, 60_000);

  test('certificates of an authority of one’s own are trusted by a setting', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'registry-authority-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
    const key = ['-newkey', 'rsa:2048', '-nodes', '-subj'];
    openssl('req', '-x509', ...key, '/CN=authority', '-keyout', 'ca.key', '-out', 'ca.crt', '-days', '2');
    openssl(
      'req',
      ...key,
      '/CN=localhost',
      '-keyout',
      'redis.key',
      '-out',
      'redis.csr',
      '-addext',
      'subjectAltName=DNS:localhost',
    );
    openssl(
      ...['x509', '-req', '-in', 'redis.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-out', 'redis.crt', '-days', '2'],
      '-copy_extensions',
      'copy',
    );
    const port = await freePort();
    const files = ['--tls-cert-file', `${folder}/redis.crt`, '--tls-key-file', `${folder}/redis.key`];
    const more = ['--tls-ca-cert-file', `${folder}/ca.crt`, '--tls-auth-clients', 'no'];
    const redis = await TestRedis.start('--tls-port', String(port), ...files, ...more);
    onTestFinished(() => redis.stop());
    const REDIS_URL = `rediss://localhost:${port}`;
    ground = await meteringGround({ redisLimit: 5_000, env: { REDIS_URL, REDIS_CA_FILE: join(folder, 'ca.crt') } });
    const service = await ground.start();
    const account = await ground.account();
    expect(await passed([service], account, 70)).toBe(60);
    expect(losses(service)).toBe(0);
    const missing = { REDIS_URL, REDIS_CA_FILE: join(folder, 'none.crt') };
    await expect(ground.start({ env: missing })).rejects.toThrow(/^REDIS_CA_FILE cannot be read: ENOENT/);
  });
});

test('several Redis servers have to be told apart', () => {
  const message = 'REDIS_URL with several hosts must say ?cluster=true or ?sentinel=<name of the master>';
  expect(() => loadConfig({ REDIS_URL: 'redis://one,two' })).toThrow(message);
  expect(loadConfig({ REDIS_URL: 'redis://one:1,two:2?cluster=true' }).redis?.url).toContain('cluster');
});
