import { setTimeout as delay } from 'node:timers/promises';
import type { Container } from './container.ts';

/** In milliseconds: how long a start, and the news of an import, may take on a busy machine. */
const patience = 60_000;

async function get(address: string, headers: { [name: string]: string } = {}): Promise<Response> {
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(patience) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return response;
}

/** Waits until the service says that it is ready. */
export async function becomeReady(url: string, service: Container): Promise<void> {
  const limit = performance.now() + patience;
  for (;;) {
    const isReady = await fetch(`${url}/api/v1/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (!service.isRunning || performance.now() > limit) throw new Error(`The service is not ready:\n${service.output}`);
    await delay(50);
  }
}

/** Opens a page, as somebody who is signed in, and all scripts and styles that it names. Tells how many these are. */
export async function openPage(url: string, path: string, token: string): Promise<number> {
  const page = await get(url + path, { accept: 'text/html', authorization: `Bearer ${token}` });
  const parts = [...(await page.text()).matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="?([^"\s>]+)/g)];
  for (const [, address = ''] of parts) await (await get(new URL(address, page.url).href)).arrayBuffer();
  return parts.length;
}

/** Makes a key as a person does, searches with it once all countries are served, and downloads a snapshot. */
export async function ask(url: string, token: string, countries: number) {
  const made = await fetch(`${url}/api/v1/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"name":"drill"}',
  });
  if (made.status !== 201) throw new Error(`No key was made: ${made.status} ${(await made.text()).slice(0, 300)}`);
  const key = { 'x-api-key': (await made.json()).data.secret as string };
  const served = async () => (await (await get(`${url}/api/v1/countries`, key)).json()).data.length as number;
  const limit = performance.now() + patience;
  while ((await served()) < countries) {
    if (performance.now() > limit) throw new Error(`Only ${await served()} of ${countries} countries are served.`);
    await delay(1_000);
  }
  const { total } = (await (await get(`${url}/api/v1/entities?pageSize=1`, key)).json()).meta;
  const found = (await (await get(`${url}/api/v1/entities?q=transport`, key)).json()).meta.total as number;
  if (!(found > 0)) throw new Error('A search for "transport" finds nothing.');
  const [snapshot] = (await (await get(`${url}/api/v1/snapshots`, key)).json()).data;
  const bytes = (await (await get(`${url}/api/v1/snapshots/${snapshot.id}`, key)).arrayBuffer()).byteLength;
  return { companies: total as number, found, snapshotBytes: bytes };
}
