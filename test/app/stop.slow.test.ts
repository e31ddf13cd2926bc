import { afterEach, expect, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { meteringGround, paths } from '../support/metering.ts';
import { processes } from '../support/process.ts';
import { RawClient, request } from '../support/raw.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { call } from '../support/service.ts';

const { run, endAll } = processes();
afterEach(endAll);

test('a database that hangs does not hold up the stop; usage that could not be written is told by the exit code', async () => {
  const ground = await meteringGround();
  const account = await ground.account();
  const proxy = await DatabaseProxy.before(ground.url);
  const service = run({ DATABASE_URL: proxy.url });
  const url = await service.readyUrl();
  const headers = { 'x-api-key': account.keys[0] ?? '' };
  // On a busy machine the first one may come before the pool has a connection.
  await expect.poll(async () => (await call(url, paths[200], { headers })).status).toBe(200);
  proxy.hang();
  // Answered from memory, and not yet written.
  await Promise.all(Array.from({ length: 5 }, () => fetch(url + paths[200], { headers })));
  expect(await service.end('SIGTERM')).toBe(1);
  expect(service.output).toMatch(/the last usage could not be written/);
  await proxy.vanish();
  await ground.close();
});

test('neither do bodies that never end, answers that nobody reads, nor connections that nobody uses', async () => {
  const database = await createDatabase();
  const service = run({ DATABASE_URL: database.url });
  const url = await service.readyUrl();
  const clients = Array.from({ length: 10 }, () => new RawClient(url));
  for (const [place, client] of clients.entries()) {
    if (place % 2) client.send(request('POST /api/v1/billing/webhook', 'Transfer-Encoding: chunked')).send('1\r\nx\r\n');
    else await client.send(request('GET /api/v1/plans')).hears(/business/);
  }
  const drip = setInterval(() => {
    for (const [place, client] of clients.entries()) if (place % 2 && client.socket.writable) client.send('1\r\nx\r\n');
  }, 100);
  expect(await service.end('SIGTERM')).toBe(0);
  clearInterval(drip);
  for (const { socket } of clients) socket.destroy();
  await database.drop();
});

test('a second signal waits for nothing', async () => {
  const database = await createDatabase();
  const service = run({ DATABASE_URL: database.url });
  await service.readyUrl();
  service.child.kill('SIGTERM');
  await service.says(/"msg":"stopping"/);
  expect(await service.end('SIGTERM')).toBe(1);
  await database.drop();
});
