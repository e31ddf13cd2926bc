import { type ChangesGround, changesGround, personalColumn, smallRegister } from './changes.ts';
import { expectDocumented } from './contract.ts';

/** A service with three British and 700 Moldovan companies, and a snapshot of each country. */
export async function snapshotsGround(): Promise<ChangesGround> {
  const ground = await changesGround();
  const rows = Array.from({ length: 700 }, (_, place) => ({
    number: String(10_000_000 + place),
    name: `COMPANY ${place}`,
    activity: '1',
    [personalColumn]: 'PERSON',
  }));
  await ground.importRows(smallRegister('gb'), rows.slice(0, 3));
  await ground.importRows(smallRegister('md'), rows);
  await ground.makeSnapshots();
  return ground;
}

/** Downloads a snapshot, and compares the answer with the contract. */
export async function downloadFrom({ service, secret }: ChangesGround, id: string, headers: Record<string, string> = {}) {
  const path = `/api/v1/snapshots/${id}`;
  const response = await fetch(service.url + path, { headers: { 'x-api-key': secret, ...headers } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && bytes.length > 0;
  expectDocumented('GET', path, response, isJson ? JSON.parse(bytes.toString()) : undefined);
  return { status: response.status, headers: response.headers, bytes };
}
