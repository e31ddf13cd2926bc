import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { LogOutput } from '../../src/kernel/log-output.ts';

/** A reader that takes what it is told to. */
function reader(most: number) {
  const self = { takes: Number.POSITIVE_INFINITY, text: '', output: new LogOutput(read, most) };
  function read(bytes: Buffer): number {
    const taken = Math.min(bytes.length, self.takes);
    if (taken === 0) throw Object.assign(new Error('full'), { code: 'EAGAIN' });
    self.takes -= taken;
    self.text += bytes.toString('latin1', 0, taken);
    return taken;
  }
  return self;
}

test('lines arrive whole and in order, however slowly they are read, and the missing ones are counted', async () => {
  const slow = reader(100);
  slow.takes = 3;
  for (let line = 0; line < 30; line += 1) slow.output.write(`line ${String(line).padStart(4, '0')}\n`);
  slow.output.flushSync();
  expect(slow.text).toBe('lin');
  slow.output.write('one more, which has no place\n');
  slow.takes = Number.POSITIVE_INFINITY;
  slow.output.flushSync();
  slow.output.write('and on\n');
  await slow.output.close();
  const lines = slow.text.trimEnd().split('\n');
  expect(lines.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, line) => `line 000${line}`));
  expect(JSON.parse(lines[10] ?? '')).toMatchObject({ level: 40, dropped: 21 });
  expect(lines.slice(11)).toEqual(['and on']);
});

test('the end waits for the reader, but not for ever', async () => {
  const gone = reader(100);
  gone.takes = 0;
  gone.output.write('never read\n');
  await gone.output.close();
  expect(gone.text).toBe('');
});

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

test('a reader of the log that stalls stops nobody; when it reads again it is told what is missing', async () => {
  const child = spawn(fileURLToPath(new URL('../../bin/registry', import.meta.url)), {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATABASE_URL: 'postgresql://x@127.0.0.1:1/none', LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  ended.push(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'close');
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  let told = '';
  for await (const chunk of child.stderr) {
    told += chunk;
    if (told.includes('Stop with Ctrl-C')) break;
  }
  const [, url = ''] = /API +(http\S+)\/api/.exec(told) ?? [];
  child.stdout.pause();
  // At this level every probe is a line; together they are more than pipe and service can keep.
  const [probes, batch] = [10_000, 500];
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk;
  });
  for (let sent = batch; sent <= probes; sent += batch) {
    socket.write('GET /api/v1/health/live HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(batch));
    await vi.waitUntil(() => answers.split('HTTP/1.1 200 ').length > sent, { timeout: 30_000, interval: 5 });
  }
  socket.destroy();
  child.stdout.resume();
  await expect.poll(() => text, { timeout: 20_000 }).toMatch(/"dropped":\d+/);
  child.kill('SIGINT');
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const dropped = lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0);
  expect(lines.filter(({ route }) => route === '/api/v1/health/live').length + dropped).toBe(probes);
  expect(lines.map(({ msg }) => msg)).toContain('stopping');
});
