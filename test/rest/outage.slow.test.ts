import { afterAll, beforeAll, test } from 'vitest';
import { tables } from '../../src/tables/index.ts';
import { expectNoFault, type OutageGround, outageGround, requests } from './outage-ground.ts';

let ground: OutageGround;
beforeAll(async () => {
  ground = await outageGround();
});
afterAll(() => ground.close());

test.each(tables.map(({ name }) => name))('without the table %s nothing is a fault of ours', async (table) => {
  const other = await ground.account('business');
  await ground.query(`ALTER TABLE ${table} RENAME TO away`);
  try {
    for (const [name, request] of Object.entries(requests)) expectNoFault(name, await request(ground.service, other));
  } finally {
    await ground.query(`ALTER TABLE away RENAME TO ${table}`);
  }
});
