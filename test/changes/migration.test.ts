import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/database/migrations/migrations.ts';
import { addKey } from '../support/changes.ts';
import { createDatabase } from '../support/database.ts';
import { connect, importSamples } from '../support/imports.ts';
import { startTestService } from '../support/service.ts';

test('what was imported before there was a log of changes is its baseline, each register with a version of its own', async () => {
  const database = await createDatabase();
  const client = await connect(database.url);
  await importSamples(database.url, 'gb', 'lv');
  // As it was before the migration.
  await client.query('DROP SCHEMA change_month CASCADE; DROP TABLE change, change_set, erasure, snapshot');
  await client.query('DROP FUNCTION make_change_month; DROP FUNCTION drop_change_months');
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_changes'");
  const before = (await client.query('SELECT version FROM data_version')).rows[0].version;
  expect(await migrate(client, readMigrations(), () => {})).toBe(1);

  const { rows } = await client.query('SELECT version, register_id AS register, records, size FROM change_set ORDER BY version');
  expect(rows).toEqual([
    { version: before + 1, register: 'gb', records: 500, size: 1 },
    { version: before + 2, register: 'lv', records: 300, size: 1 },
  ]);
  expect((await client.query('SELECT version FROM data_version')).rows[0].version).toBe(before + 2);
  const { secret } = await addKey(async (sql, values) => (await client.query(sql, values)).rows);
  const service = await startTestService({ databaseUrl: database.url });
  const { body } = await service.get('/api/v1/changes', { headers: { 'x-api-key': secret } });
  expect(body.data).toMatchObject([
    { type: 'baseline', countryCode: 'GB' },
    { type: 'baseline', countryCode: 'LV' },
  ]);
  await service.stop();
  await client.end();
  await database.drop();
});
