import { beforeEach, expect, test } from 'vitest';
import { classOf, noLatencies, quantileMs } from '../../src/requests/latencies.ts';
import { openRecorder, type RecordedRequest, type Recorder } from '../../src/requests/recorder.ts';
import { boundedUrl, safeUrl } from '../../src/requests/safe-url.ts';
import { captureLog } from '../support/service.ts';

const request: RecordedRequest = {
  requestId: 'r',
  principal: { kind: 'apiKey', accountId: 'a', keyId: 'k', familyId: 'f' },
  method: 'GET',
  url: '/api/v1/countries',
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
  recorder = openRecorder({ pool: { query } as never, date: () => new Date('2026-11-15T12:34:56.789Z'), logger: output.logger });
});
interface Written {
  accountId: string;
  size: number;
  entries: { requestId: string; path: string; status: number }[];
  counts: { accountId: string; span: string; start: number; requests: number; units: number }[];
}
/** The values of a write, by account. */
function written(values: unknown[] = []): Written[] {
  const [, , accounts, , sizes, lists, counts] = values as [string, number, string[], Date[], number[], Buffer, string];
  const entries = String(lists)
    .split('\n')
    .map((line) => JSON.parse(line));
  const countsOf = Map.groupBy<string, Written['counts'][number]>(JSON.parse(counts), ({ accountId }) => accountId);
  return accounts.map((accountId, place) => ({
    accountId,
    size: sizes[place] ?? 0,
    entries: entries[place],
    counts: countsOf.get(accountId) ?? [],
  }));
}

test('a batch has one row for each account, and counts by hour and by day', async () => {
  recorder.record(request);
  recorder.record({ ...request, milliseconds: 1_200 });
  recorder.record({ ...request, milliseconds: 3_600_000 });
  recorder.record({ ...request, principal: { kind: 'session', accountId: 'b', userId: 'u', role: 'owner' }, charged: undefined });
  await recorder.writeAll();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.[1]).toBe(1);
  const [first, second] = written(sent[0]);
  expect(first).toMatchObject({ accountId: 'a', size: 3, entries: [{}, {}, {}] });
  expect(first?.counts.map(({ span, start, requests, units }) => [span, new Date(start).toISOString(), requests, units])).toEqual(
    [
      ['hour', '2026-11-15T12:00:00.000Z', 2, 2],
      ['hour', '2026-11-15T11:00:00.000Z', 1, 1],
      ['day', '2026-11-15T00:00:00.000Z', 3, 3],
    ],
  );
  expect(second).toMatchObject({ accountId: 'b', size: 1, counts: [] });
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

test('the statistics are written less often than the log, and at the end', async () => {
  recorder.record(request);
  await recorder.write();
  recorder.record(request);
  await recorder.write();
  expect(sent.map((values) => written(values)[0]?.counts)).toEqual([[], []]);
  await recorder.close();
  expect(written(sent[2])).toMatchObject([{ accountId: 'a', size: 0, entries: [], counts: [{ requests: 2 }, { requests: 2 }] }]);
});

test('memory is bounded: of an account the newest 1,000, of all accounts 20,000; the log of the service says how many are missing', async () => {
  isDown = true;
  for (let count = 0; count < 5_000; count++) recorder.record({ ...request, requestId: String(count) });
  await expect(recorder.writeAll()).rejects.toThrow();
  const [only] = written(sent[0]);
  expect([only?.size, only?.entries.length, only?.entries.at(-1)?.requestId]).toEqual([1_000, 1_000, '4999']);
  expect(only?.counts[0]?.requests, 'each is counted').toBe(5_000);
  for (let count = 0; count < 21_000; count++)
    recorder.record({ ...request, principal: { kind: 'session', accountId: `account ${count}`, userId: 'u', role: 'owner' } });
  isDown = false;
  await recorder.write();
  expect(written(sent.at(-1))).toHaveLength(20_000);
  expect(output.text()).toContain('"dropped":1000');
});

test('the entries of a batch are whole, whatever their length and letters', async () => {
  const urls = Array.from({ length: 2_500 }, (_, place) => `/${place}/${'aé語😀'.repeat(place % 90)}`);
  for (const url of urls) recorder.record({ ...request, url });
  await recorder.write();
  const [only] = written(sent[0]);
  expect(only?.entries.map(({ path }) => path)).toEqual(urls.slice(-1_000));
});

test('what the dashboard asks besides company data is left out, also when a person leaves the page, but not its failures', async () => {
  const free = { ...request, route: '/graphql', charged: undefined };
  for (const status of [200, 499, 500]) recorder.record({ ...free, status });
  recorder.record({ ...request, status: 499 });
  await recorder.write();
  expect(written(sent[0])[0]?.entries.map(({ status }) => status)).toEqual([500, 499]);
});

test('the median and the 95 % are estimated from classes of latency', () => {
  const latencies = noLatencies();
  expect(quantileMs(latencies, 0.5)).toBeNull();
  for (const milliseconds of [0.2, 4, 4, 4, 4, 4, 4, 4, 4, 120])
    latencies[classOf(milliseconds)] = (latencies[classOf(milliseconds)] ?? 0) + 1;
  expect(quantileMs(latencies, 0.5)).toBeCloseTo(4, 0);
  expect(quantileMs(latencies, 0.95)).toBeGreaterThan(100);
  expect(classOf(60_000)).toBe(latencies.length - 1);
});

test('a URL keeps its parameters, and is cut', () => {
  expect(safeUrl('/api/v1/entities?q=caf%C3%A9&status=active')).toBe('/api/v1/entities?q=caf%C3%A9&status=active');
  expect(safeUrl('/api/v1/entities?q=%zz&key=1')).toBe('/api/v1/entities?q=%zz&key=[redacted]');
  expect(safeUrl('/api/v1/api-keys/123')).toBe('/api/v1/api-keys/123');
  expect(safeUrl(`/x?q=${'y'.repeat(600)}`)).toHaveLength(501);
});

test('a long URL waits without its end, and a secret in it is not cut in two', () => {
  const url = `/api/v1/entities?q=${'a'.repeat(1_960)}&key=crd_${'x'.repeat(100_000)}`;
  expect(boundedUrl(url)).toBe(`/api/v1/entities?q=${'a'.repeat(1_960)}…`);
  expect(boundedUrl('/api/v1/countries')).toBe('/api/v1/countries');
});
