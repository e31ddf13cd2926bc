import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChangesGround, changesGround, smallRegister } from '../support/changes.ts';
import { as } from '../support/people.ts';

let ground: ChangesGround;
let id: string;
let removedAt: string;
const md = smallRegister('md');
const row = (number: string) => ({ number, name: `N ${number}`, activity: '1' });
beforeAll(async () => {
  ground = await changesGround();
  await ground.importRows(md, [row('1'), row('2')]);
  id = (await ground.query("SELECT id FROM entity WHERE number = '1'"))[0]?.id;
  await ground.importRows(md, [row('2')], { allowShrink: true });
  removedAt = (await ground.query('SELECT at FROM change_set ORDER BY version DESC LIMIT 1'))[0]?.at.toISOString();
});
afterAll(() => ground.close());

const used = async () =>
  (await ground.get('/entities?pageSize=1')).headers.get('x-monthly-quota-remaining') ?? expect.unreachable();

test('a record that its register no longer has is 404, with the moment until which it was served, and its history', async () => {
  const { status, body } = await ground.get(`/entities/${id.toUpperCase()}`);
  expect([status, body.error]).toMatchObject([
    404,
    { code: 'entity_not_found', lastServedAt: removedAt, history: `/api/v1/entities/${id}/history` },
  ]);
  const history = await ground.service.get(body.error.history, { headers: { 'x-api-key': ground.secret } });
  expect(history.body.data[0]).toMatchObject({ type: 'removed', at: removedAt });
});

test('an id that was never served has neither, and nobody learns anything without a key', async () => {
  const { status, body } = await ground.get('/entities/00000000-0000-5000-8000-000000000000');
  expect(status).toBe(404);
  expect(Object.keys(body.error)).toEqual(['code', 'message', 'requestId', 'docs']);
  const visitor = await ground.service.get(`/api/v1/entities/${id}`);
  expect([visitor.status, visitor.text.includes(removedAt)]).toEqual([401, false]);
});

test('GraphQL tells the same beside the code, and leaves the field null', async () => {
  const { body } = await ground.service.graphql(`{ entity(id: "${id}") { id } }`, { headers: as('reader') });
  const extensions = { code: 'entity_not_found', lastServedAt: removedAt, history: `/api/v1/entities/${id}/history` };
  expect(body).toMatchObject({ data: { entity: null }, errors: [{ path: ['entity'], extensions }] });
});

test('the answer costs one unit, as any record does', async () => {
  const before = Number(await used());
  await ground.get(`/entities/${id}`);
  expect(before - Number(await used())).toBe(2);
});
