import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { startChild } from '../support/suite/children.ts';

test('a reader of the log that stalls stops nobody; when it reads again it is told what is missing', async () => {
  const { PATH = '' } = process.env;
  const child = startChild(fileURLToPath(new URL('../../bin/registry', import.meta.url)), [], {
    env: { PATH, PORT: '0', DATABASE_URL: 'postgresql://x@127.0.0.1:1/none', LOG_LEVEL: 'debug' },
  });
  const [stdout, stderr] = [child.stdout ?? expect.unreachable(), child.stderr ?? expect.unreachable()];
  let text = '';
  stdout.on('data', (chunk) => {
    text += chunk;
  });
  let told = '';
  for await (const chunk of stderr) {
    told += chunk;
    if (told.includes('Stop with Ctrl-C')) break;
  }
  const [, url = ''] = /API +(http\S+)\/api/.exec(told) ?? [];
  stdout.pause();
  // At this level every probe is a line; together they are more than pipe and service can keep.
  const [probes, batch] = [10_000, 500];
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk;
  });
  for (let sent = batch; sent <= probes; sent += batch) {
    socket.write('GET /api/v1/health/live HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(batch));
    await vi.waitUntil(() => answers.split('HTTP/1.1 200 ').length > sent, { timeout: 60_000, interval: 5 });
  }
  socket.destroy();
  stdout.resume();
  await expect.poll(() => text, { timeout: 60_000 }).toMatch(/"dropped":\d+/);
  child.kill('SIGINT');
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const dropped = lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0);
  const accounted = lines.filter(({ route }) => route === '/api/v1/health/live').length + dropped;
  // Some lines about other things, such as the missing database, may be dropped too.
  expect(accounted).toBeGreaterThanOrEqual(probes);
  expect(accounted).toBeLessThan(probes + batch);
  expect(lines.map(({ msg }) => msg)).toContain('stopping');
});
