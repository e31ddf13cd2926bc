import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { freePort, TestRedis } from './redis.ts';

const patient = { timeout: 60_000, interval: 10 };
const portOf = ({ url }: TestRedis) => new URL(url).port;
/** Hosts, as REDIS_URL names several. */
export const listOf = (nodes: TestRedis[]) => nodes.map((node) => `127.0.0.1:${portOf(node)}`).join(',');

const becomesMaster = (node: TestRedis) =>
  vi.waitFor(async () => expect(String(await node.command('info', 'replication'))).toContain('role:master'), patient);

/** The first and the last slot of each master. */
const slots = [
  [0, 5460],
  [5461, 10_922],
  [10_923, 16_383],
] as const;

/** Three masters, and a replica of the first. They are told when a node is lost, so a busy machine is not taken for a loss. */
export async function startCluster() {
  const buses = await Promise.all([...slots, 'replica'].map(freePort));
  const words = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '60000'];
  const nodes = await Promise.all(buses.map((bus) => TestRedis.start(...words, '--cluster-port', String(bus))));
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
  const [first, second, third, replica] = nodes as [TestRedis, TestRedis, TestRedis, TestRedis];
  for (const [at, range] of slots.entries()) await nodes[at]?.command('cluster', 'addslotsrange', ...range.map(String));
  for (const [at, node] of nodes.entries())
    if (node !== first) await first.command('cluster', 'meet', '127.0.0.1', portOf(node), String(buses[at]));
  const isWhole = async () => {
    for (const node of nodes)
      expect(String(await node.command('cluster', 'info'))).toMatch(/cluster_state:ok[\s\S]*cluster_known_nodes:4/);
  };
  await vi.waitFor(isWhole, patient);
  await replica.command('cluster', 'replicate', String(await first.command('cluster', 'myid')));
  const isLinked = async () => expect(String(await replica.command('info', 'replication'))).toContain('master_link_status:up');
  await vi.waitFor(isLinked, patient);
  return {
    masters: [first, second, third],
    /** Which master has the counters of an account. */
    masterOf: async ({ id }: { id: string }): Promise<number> => {
      const slot = Number(await second.command('cluster', 'keyslot', `{${id}}`));
      return slots.findIndex(([, end]) => slot <= end);
    },
    /** The first master is lost. */
    lose: () => first.vanish(),
    /** Its replica takes its place. */
    failOver: async () => {
      await replica.command('cluster', 'failover', 'takeover');
      await becomesMaster(replica);
    },
  };
}

/** A master with a replica, and one Sentinel that watches both. It is told when the master is lost. */
export async function startSentinel() {
  const [master, sentinel] = await Promise.all([TestRedis.start(), TestRedis.start('--sentinel')]);
  const replica = await TestRedis.start('--replicaof', '127.0.0.1', portOf(master));
  onTestFinished(async () => void (await Promise.all([master, replica, sentinel].map((node) => node.stop()))));
  await sentinel.command('sentinel', 'monitor', 'mymaster', '127.0.0.1', portOf(master), '1');
  await sentinel.command('sentinel', 'set', 'mymaster', 'down-after-milliseconds', '60000');
  const knows = async () => expect(String(await sentinel.command('sentinel', 'replicas', 'mymaster'))).toContain(portOf(replica));
  await vi.waitFor(knows, patient);
  return {
    sentinel,
    replica,
    lose: () => master.vanish(),
    failOver: async () => {
      await vi.waitFor(() => sentinel.command('sentinel', 'failover', 'mymaster'), patient);
      await becomesMaster(replica);
    },
  };
}

/** A server that speaks TLS for `localhost`, with a certificate of an authority of its own. */
export async function startWithTls() {
  const folder = await mkdtemp(join(tmpdir(), 'registry-authority-'));
  const openssl = (words: string) => execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'ignore' });
  const made = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  openssl(`req -x509 ${made} -subj /CN=authority -keyout ca.key -out ca.crt -days 2`);
  openssl(`req ${made} -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout redis.key -out redis.csr`);
  openssl('x509 -req -in redis.csr -CA ca.crt -CAkey ca.key -out redis.crt -days 2 -copy_extensions copy');
  const port = await freePort();
  const file = (name: string) => join(folder, name);
  const certificate = ['--tls-cert-file', file('redis.crt'), '--tls-key-file', file('redis.key')];
  const clients = ['--tls-ca-cert-file', file('ca.crt'), '--tls-auth-clients', 'no'];
  const redis = await TestRedis.start('--tls-port', String(port), ...certificate, ...clients);
  onTestFinished(async () => {
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { redis, url: `rediss://localhost:${port}`, authority: file('ca.crt') };
}
