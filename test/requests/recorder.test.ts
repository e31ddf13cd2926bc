import { beforeEach, expect, test } from 'vitest';
import { withoutSecrets } from '../../src/requests/address.ts';
import { classOf, noLatencies, quantile } from '../../src/requests/latencies.ts';
import { type RecordedRequest, Recorder } from '../../src/requests/recorder.ts';
import { captureLog } from '../support/service.ts';

const request: RecordedRequest = {
  requestId: 'r',
  principal: { kind: 'apiKey', accountId: 'a', keyId: 'k', familyId: 'f' },
  method: 'GET',
  address: '/api/v1/countries',
  route: '/api/v1/countries',
  status: 200,
  milliseconds: 3,
  charged: { units: 1, statuses: [200] },
};

let sent: unknown[][];
let isDown: boolean;
let output: ReturnType<typeof captureLog>;
let recorder: Recorder;
beforeEach(() => {
  sent = [];
  isDown = false;
  output = captureLog();
  const query = async ({ values }: { values: unknown[] }) => {
    sent.push(values);
    if (isDown) throw new Error('down');
    return { rows: [] };
  };
  recorder = new Recorder({ pool: { query } as never, date: () => new Date('2026-11-15T12:34:56.789Z'), logger: output.logger });
});
const sizes = (values: unknown[] = []) => values[4];

test('a batch has one row for each account, and counts by hour and by day', async () => {
  recorder.record(request);
  recorder.record({ ...request, milliseconds: 1_200 });
  recorder.record({ ...request, principal: { kind: 'session', accountId: 'b', userId: 'u' }, charged: undefined });
  await recorder.write();
  expect(sent).toHaveLength(1);
  const [, number, accounts, , size, , counted, spans, starts] = sent[0] ?? [];
  expect([number, accounts, size, counted]).toEqual([1, ['a', 'b'], [2, 1], ['a', 'a']]);
  expect([spans, starts]).toEqual([
    ['day', 'hour'],
    ['2026-11-15T00:00:00.000Z', '2026-11-15T12:00:00.000Z'],
  ]);
  expect([sent[0]?.[12], sent[0]?.[13]]).toEqual([
    [2, 2],
    [2, 2],
  ]);
});

test('a batch whose outcome is unknown is sent again as it was', async () => {
  isDown = true;
  recorder.record(request);
  await expect(recorder.write()).rejects.toThrow();
  recorder.record(request);
  isDown = false;
  await recorder.write();
  expect(sent[1]).toEqual(sent[0]);
  expect(sent.map((values) => values[1])).toEqual([1, 1, 2]);
});

test('memory is bounded: of an account the newest 1,000, of all accounts 20,000; the log of the service says how many are missing', async () => {
  isDown = true;
  for (let count = 0; count < 5_000; count++) recorder.record({ ...request, requestId: String(count) });
  await expect(recorder.write()).rejects.toThrow();
  expect(sizes(sent[0])).toEqual([1_000]);
  expect(JSON.parse((sent[0]?.[5] as string[])[0] ?? '').at(-1).requestId).toBe('4999');
  expect((sent[0]?.[12] as number[])[0], 'each is counted').toBe(5_000);
  for (let count = 0; count < 21_000; count++)
    recorder.record({ ...request, principal: { kind: 'session', accountId: `account ${count}`, userId: 'u' } });
  isDown = false;
  await recorder.write();
  expect((sizes(sent.at(-1)) as number[]).length).toBe(20_000);
  expect(output.text()).toContain('"dropped":1000');
});

test('the median and the 95 % are estimated from classes of latency', () => {
  const latencies = noLatencies();
  expect(quantile(latencies, 0.5)).toBeNull();
  for (const milliseconds of [0.2, 4, 4, 4, 4, 4, 4, 4, 4, 120])
    latencies[classOf(milliseconds)] = (latencies[classOf(milliseconds)] ?? 0) + 1;
  expect(quantile(latencies, 0.5)).toBeCloseTo(4, 0);
  expect(quantile(latencies, 0.95)).toBeGreaterThan(100);
  expect(classOf(60_000)).toBe(latencies.length - 1);
});

test('an address keeps its parameters, and is cut', () => {
  expect(withoutSecrets('/api/v1/entities?q=caf%C3%A9&status=active')).toBe('/api/v1/entities?q=caf%C3%A9&status=active');
  expect(withoutSecrets('/api/v1/entities?q=%zz&key=1')).toBe('/api/v1/entities?q=%zz&key=[redacted]');
  expect(withoutSecrets('/api/v1/api-keys/123')).toBe('/api/v1/api-keys/123');
  expect(withoutSecrets(`/x?q=${'y'.repeat(600)}`)).toHaveLength(501);
});
