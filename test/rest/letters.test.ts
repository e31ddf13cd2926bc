import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Authenticate } from '../../src/kernel/principal.ts';
import { lv } from '../../src/registers/countries/lv/register.ts';
import { type ImportGround, importGround } from '../support/imports.ts';
import { textOf } from '../support/registers/register-files.ts';
import { someone, startTestService, type TestService } from '../support/service.ts';

const account = { kind: 'apiKey', accountId: someone.accountId, keyId: someone.accountId, familyId: someone.accountId } as const;
const authenticate: Authenticate = async () => account;

/** Each is searched for in the ways behind it, and found; by what stands behind that it is not. */
const names: Record<string, { finds: string[]; misses: string[] }> = {
  'ΧΡΙΣΤΟΔΟΥΛΟΣ & ΧΡΙΣ': { finds: ['ΧΡΙΣ', 'χρισ', 'χρις', 'Χρίσ', 'δουλος'], misses: ['χροσ'] },
  'Αδελφοί Χρίς': { finds: ['ΧΡΙΣ', 'χρισ', 'ΑΔΕΛΦΟΙ', 'αδελφοι'], misses: [] },
  ＡＢＣパン株式会社: { finds: ['ABC', 'abc', 'ａｂｃ', 'ﾊﾟﾝ', 'パン'], misses: ['バン', 'ハン'] },
  '㈱ﾄｳｷｮｳｶﾞｽ': { finds: ['ガス', 'ｶﾞｽ', 'カ゛ス', '(株)', '（株）トウキョウ'], misses: ['カス'] },
  ほけんカスタマー: { finds: ['カスタ', 'ｶｽﾀ'], misses: ['ガスタ', 'ほげん'] },
  'İSTANBUL IŞIK': { finds: ['istanbul', 'ıstanbul', 'ISIK', 'ışık'], misses: [] },
  'Großmüller Straße': { finds: ['GROSSMÜLLER', 'grossmuller', 'STRASSE', 'strasse'], misses: ['strase'] },
  'ŁÓDŹ Żółć': { finds: ['łódź', 'lodz', 'ZOLC'], misses: [] },
  'Ştiinţă Știință': { finds: ['știință', 'ŞTIINŢĂ', 'stiinta'], misses: [] },
  'Žąsų Ėdalas': { finds: ['ŽĄSŲ', 'zasu edalas'], misses: [] },
  'Žluťoučký Kůň': { finds: ['ŽLUŤOUČKÝ', 'zlutoucky kun'], misses: [] },
  'Ёлка и Йод': { finds: ['елка', 'ЁЛКА', 'ЙОД'], misses: ['иод'] },
  한국전력: { finds: ['한국', '한국'.normalize('NFD')], misses: ['하국'] },
  हिन्दी: { finds: ['हि', 'हिन्दी'], misses: ['ही'] },
};
const header = ['regcode', 'name', 'type', 'type_text', 'registered', 'terminated', 'closed'];

let ground: ImportGround;
let service: TestService;
beforeAll(async () => {
  ground = await importGround();
  const rows = Object.keys(names).map((name, place) => ({ regcode: `4000300000${place}`.slice(-11).padStart(11, '4'), name }));
  const text = textOf(header, rows, { delimiter: ';', quote: 'needed', lineBreak: '\n' });
  await ground.import(lv, await ground.file('lv.csv', text));
  await ground.query(`INSERT INTO account (id, plan) VALUES ($1, 'business')`, [account.accountId]);
  service = await startTestService({ databaseUrl: ground.url, authenticate });
});
afterAll(async () => {
  await service.stop();
  await ground.close();
});

const namesOf = async (path: string, q: string): Promise<string[]> =>
  (await service.get(`/api/v1/entities${path}?q=${encodeURIComponent(q)}`)).body.data.map(
    ({ canonicalName }: { canonicalName: string }) => canonicalName,
  );

test.each(Object.entries(names))('%s is found however its letters are typed, and not by others', async (name, {
  finds,
  misses,
}) => {
  for (const q of finds) expect(await namesOf('', q), q).toContain(name);
  for (const q of misses) expect(await namesOf('', q), q).not.toContain(name);
});

test('a suggestion has every place where the letters stand, in letters of the name', async () => {
  const rangesOf = async (q: string, name: string) => {
    const { body } = await service.get(`/api/v1/entities/suggest?q=${encodeURIComponent(q)}`);
    const [found] = body.data.filter((item: { canonicalName: string }) => item.canonicalName === name);
    return found?.ranges.map(({ start, end }: { start: number; end: number }) => name.slice(start, end));
  };
  expect(await rangesOf('χρισ', 'ΧΡΙΣΤΟΔΟΥΛΟΣ & ΧΡΙΣ')).toEqual(['ΧΡΙΣ', 'ΧΡΙΣ']);
  expect(await rangesOf('ΧΡΙΣ', 'Αδελφοί Χρίς')).toEqual(['Χρίς']);
  expect(await rangesOf('ガス', '㈱ﾄｳｷｮｳｶﾞｽ')).toEqual(['ｶﾞｽ']);
  expect(await rangesOf('株', '㈱ﾄｳｷｮｳｶﾞｽ')).toEqual(['㈱']);
  expect(await rangesOf('パン', 'ＡＢＣパン株式会社')).toEqual(['パン']);
  expect(await rangesOf('strass', 'Großmüller Straße')).toEqual(['Straß']);
  expect(await rangesOf('한국'.normalize('NFD'), '한국전력')).toEqual(['한국']);
  for (const [name, { finds }] of Object.entries(names))
    for (const q of finds) expect((await rangesOf(q, name))?.length, `${q} in ${name}`).toBeGreaterThan(0);
});

test('names are sorted without case and diacritics', async () => {
  const { body } = await service.get('/api/v1/entities?pageSize=100');
  const found = body.data.map(({ canonicalName }: { canonicalName: string }) => canonicalName);
  const latin = ['Großmüller Straße', 'İSTANBUL IŞIK', 'ŁÓDŹ Żółć', 'Ştiinţă Știință', 'Žąsų Ėdalas', 'Žluťoučký Kůň'];
  expect(found.filter((name: string) => latin.includes(name))).toEqual(latin);
});
