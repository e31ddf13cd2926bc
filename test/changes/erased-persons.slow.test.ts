import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { czechHeader } from '../../scripts/samples/cz.ts';
import { irishHeader } from '../../scripts/samples/ie.ts';
import { norwegianHeader } from '../../scripts/samples/no.ts';
import { statisticsHeader, swedishHeader } from '../../scripts/samples/se.ts';
import { registers } from '../../src/registers/countries/registers.ts';
import { type ChangesGround, changesGround } from '../support/changes.ts';
import { folderOf } from '../support/registers/joined-files.ts';
import { type Fields, textOf } from '../support/registers/register-files.ts';
import { writeWorkbook } from '../support/registers/workbook.ts';

/*
 * Persons in the files of real registers are erased, and looked for wherever they could be. Their names are all made of two
 * words that are nowhere else.
 */
const [person, address] = ['Zephyrina Quillfeather', 'Wombletooth'];
const trace = /quillfeather|wombletooth/i;

let ground: ChangesGround;
let files = 0;
beforeAll(async () => {
  // What a customer typed into a search is in the customer's own request log, and ends with it.
  ground = await changesGround({ env: { RETENTION_REQUEST_LOG_DAYS: '0' } });
});
afterAll(() => ground.close());

/** The file of an edition: the person's record, with a word that differs, and others. */
type Edition = (word: string, others: number) => Promise<string>;
const numbered = (count: number) => Array.from({ length: count }, (_, place) => place);

const text =
  (delimiter: string, header: readonly string[], row: (word: string) => Fields, other: (place: number) => Fields): Edition =>
  (word, others) => {
    const rows = [row(word), ...numbered(others).map(other)];
    return ground.file(`${files++}.csv`, textOf(header, rows, { delimiter, quote: 'needed', lineBreak: '\n' }));
  };
const json =
  (row: (word: string) => object, other: (place: number) => object, wrap = (list: object[]): unknown => list): Edition =>
  (word, others) =>
    ground.file(`${files++}.json`, JSON.stringify(wrap([row(word), ...numbered(others).map(other)])));

const british = [
  'CompanyName',
  'CompanyNumber',
  'RegAddress.CareOf',
  'RegAddress.AddressLine1',
  'RegAddress.AddressLine2',
].concat(['CompanyCategory', 'CompanyStatus', ...[1, 2, 3, 4].map((n) => `SICCode.SicText_${n}`)]);
const estonian = [
  ...['nimi', 'ariregistri_kood', 'ettevotja_oiguslik_vorm', 'ettevotja_staatus', 'ettevotja_esmakande_kpv'],
  ...['ettevotja_aadress', 'ads_normaliseeritud_taisaadress', 'teabesysteemi_link'],
];
const latvian = [
  ...['regcode', 'name', 'name_before_quotes', 'name_in_quotes', 'type', 'registered', 'terminated', 'closed', 'address'],
];
const moldovan = ['IDNO/ Cod fiscal', 'Data înregistrării', 'Denumirea completă', 'Forma org./jurid.', 'Adresa'].concat([
  ...['Lista conducătorilor', 'Lista fondatorilor', 'Genuri de activitate nelicentiate', 'Genuri de activitate licentiate'],
  'Data lichidării',
]);
const norwegian = [...norwegianHeader, 'epostadresse'];
const plainNorwegian = { konkurs: 'false', underAvvikling: 'false', underTvangsavviklingEllerTvangsopplosning: 'false' };

const lithuanian: Edition = (word, others) => {
  const header =
    'ja_kodas|ja_pavadinimas|adresas|ja_reg_data|form_kodas|form_pavadinimas|stat_kodas|stat_pavadinimas|stat_data_nuo';
  const row = `300000001|${person} ${word} IĮ|${address} g. 1|1991-04-25|810|Individuali įmonė|0|x|2025-03-04`;
  const more = numbered(others).map((n) => `30000001${n}|UAB ${n}|Vilnius|1991-04-25|310|UAB|0|x|2025-03-04`);
  return folderOf(ground, `lt-${files++}`, {
    'JAR_IREGISTRUOTI.csv': `${[header, row, ...more].join('\n')}\n`,
    'JAR_ISREGISTRUOTI.csv': 'ja_kodas|ja_pavadinimas|adresas|ja_reg_data|form_kodas|form_pavadinimas|isreg_data\n',
  });
};
const swedish: Edition = (word, others) => {
  const row = (number: number, name: string, post: string) => {
    const fields: Fields = {
      organisationsidentitet: `${5_560_000_000 + number}$ORGNR-IDORG`,
      namnskyddslopnummer: '1',
      organisationsnamn: `${name}$FORETAGSNAMN-ORGNAM$1985-10-01`,
      organisationsform: 'AB-ORGFO',
      postadress: post,
    };
    return `"${swedishHeader.map((column) => fields[column] ?? '').join('";"')}"`;
  };
  const rows = [row(1, `Häger ${word}`, `c/o ${person} ${word}$${person}$ÅNGE$84100$SE-LAND`)];
  const statistics: Fields = { PeOrgNr: '165560000001', COAdress: person, Gatuadress: `c/o ${person}` };
  return folderOf(ground, `se-${files++}`, {
    'bolagsverket_bulkfil.txt': [swedishHeader.join(';'), ...rows, ...numbered(others).map((n) => row(n + 10, 'B', '')), ''].join(
      '\n',
    ),
    'scb_bulkfil_JE_20261101T010000_01.txt': `${[statisticsHeader, statisticsHeader.map((name) => statistics[name] ?? '')]
      .map((cells) => cells.join('\t'))
      .join('\n')}\n`,
  });
};
const cypriot: Edition = (word, others) => {
  const header = [
    ...['ORGANISATION_NAME', 'REGISTRATION_NO', 'ORGANISATION_TYPE_CODE', 'ORGANISATION_TYPE', 'ORGANISATION_SUB_TYPE'],
    ...['NAME_STATUS_CODE', 'NAME_STATUS', 'REGISTRATION_DATE', 'ORGANISATION_STATUS', 'ORGANISATION_STATUS_DATE'],
    'ADDRESS_SEQ_NO',
  ];
  const row = (name: string, number: string, office: string) =>
    `"${name}","${number}","C","Εταιρεία","Ιδιωτική","ACR","Όνομα","01/02/1999","Εγγεγραμμένη","03/04/2005","${office}"`;
  const rows = [row(`PELARGOS ${word}`, '123', '7'), ...numbered(others).map((n) => row(`OTHER ${n}`, `20${n}`, ''))];
  return folderOf(ground, `cy-${files++}`, {
    'organisations_94.csv': [header.join(','), ...rows, ''].join('\r\n'),
    'registered_office_96.csv': `ADDRESS_SEQ_NO,STREET,BUILDING,TERRITORY\r\n"7","ΟΔΟΣ 1","c/o ${person}","1000"\r\n`,
  });
};
/** The company has two rows, one for each of its names. In each the name of the person follows c/o in another column. */
const irish: Edition = (word, others) => {
  const row = (number: string, name: string, lines: string[] = []): Fields => ({
    company_num: number,
    company_name: name,
    company_status: 'Normal',
    company_type: 'LTD',
    ...Object.fromEntries(lines.map((line, place) => [`company_address_${place + 1}`, line])),
  });
  const rows = [
    { ...row('1234', `HERON ${word}`, ['C/O', person, 'DUBLIN']), company_name_eff_date: '2020-01-02' },
    row('1234', 'CRANE', ['MILL HOUSE', 'C/O', `c/o${person}`, 'DUBLIN']),
    ...numbered(others).map((n) => row(`200${n}`, `O ${n}`)),
  ];
  const format = { delimiter: ',', quote: 'needed', lineBreak: '\n' } as const;
  return ground.file(`${files++}.csv`, textOf(irishHeader, rows, format));
};
const moldovanFile: Edition = async (word, others) => {
  const path = ground.path(`${files++}.xlsx`);
  const row = [
    '1003600000011',
    '01.02.2003',
    `Î.I. "${person} ${word}"`,
    'Întreprindere individuală',
    `str. ${address}`,
    `${person} [Administrator]`,
    person,
  ];
  const more = numbered(others).map((n) => [`101260001111${n}`, '01.02.2003', `S.R.L. ${n}`, 'S.R.L.', 'str. 2', '', '']);
  await writeWorkbook(path, [
    { name: 'Clasificare nelicentiate', rows: [['ID', 'Denumire', 'Cod CAEM', 'Versiunea CAEM']] },
    { name: 'Clasificare licentiate', rows: [['ID', 'Denumire']] },
    { name: 'Company', rows: [moldovan, ...[row, ...more].map((cells) => [...cells, '', '', ''])] },
  ]);
  return path;
};

const cases: Record<string, Edition> = {
  gb: text(
    ',',
    british,
    (word) => ({
      CompanyName: `HERON ${word} LTD`,
      CompanyNumber: '01234567',
      'RegAddress.CareOf': person,
      'RegAddress.AddressLine1': 'C/O',
      'RegAddress.AddressLine2': `${person}, ${word}`,
    }),
    (n) => ({ CompanyName: `OTHER ${n}`, CompanyNumber: `0200000${n}` }),
  ),
  ee: text(
    ';',
    estonian,
    (word) => ({
      nimi: `FIE ${person} ${word}`,
      ariregistri_kood: '10000006',
      ettevotja_oiguslik_vorm: 'Füüsilisest isikust ettevõtja',
      ettevotja_staatus: 'R',
      ettevotja_aadress: `${address} 1`,
      ads_normaliseeritud_taisaadress: `Tallinn, ${address} 1`,
      teabesysteemi_link: `https://ariregister.rik.ee/est/company/10000006/FIE-Zephyrina-Quillfeather`,
    }),
    (n) => ({ nimi: `OÜ ${n}`, ariregistri_kood: `1000001${n}`, ettevotja_staatus: 'R' }),
  ),
  lv: text(
    ';',
    latvian,
    (word) => ({
      regcode: '40000000001',
      name: `IK "${person} ${word}"`,
      name_before_quotes: 'IK',
      name_in_quotes: `${person} ${word}`,
      type: 'IK',
      registered: '2012-05-31',
      address: `Rīga, ${address} iela 1`,
    }),
    (n) => ({ regcode: `4000000001${n}`, name: `SIA ${n}`, type: 'SIA' }),
  ),
  no: text(
    ',',
    norwegian,
    (word) => ({
      ...plainNorwegian,
      organisasjonsnummer: '810000001',
      navn: `${person} ${word}`.toUpperCase(),
      'organisasjonsform.kode': 'ENK',
      'forretningsadresse.adresse': `c/o ${person}/n${address} 1`,
      epostadresse: 'zephyrina@quillfeather.example',
      aktivitet: `Konsulent ${person}`,
    }),
    (n) => ({ ...plainNorwegian, organisasjonsnummer: `81000001${n}`, navn: `AS ${n}`, 'organisasjonsform.kode': 'AS' }),
  ),
  ie: irish,
  cz: text(
    ',',
    czechHeader,
    (word) => ({ ICO: '25596641', FORMA: '112', ROSFORMA: '112', FIRMA: `Volavka ${word}`, TEXTADR: `c/o ${person}, Praha` }),
    (n) => ({ ICO: `2559665${n}`, FORMA: '112', ROSFORMA: '112', FIRMA: `X ${n}` }),
  ),
  fi: json(
    (word) => ({
      businessId: { value: '1234567-1' },
      names: [{ name: `Kurki ${word}`, type: '1' }],
      addresses: [{ type: 1, co: person, freeAddressLine: `c/o ${person} ${word}`, street: 'Katu' }],
    }),
    (n) => ({ businessId: { value: `000000${n}-1` }, names: [{ name: `Oy ${n}`, type: '1' }] }),
  ),
  sk: json(
    (word) => ({
      id: 7,
      identifiers: [{ value: '31322832' }],
      fullNames: [{ value: `VOLAVKA ${word}` }],
      addresses: [{ street: `c/o ${person}`, regNumber: 1 }],
      statutoryBodies: [{ name: person }],
    }),
    (n) => ({ id: 10 + n, identifiers: [{ value: `3132283${n}` }], fullNames: [{ value: `X ${n}` }] }),
    (results) => ({ results }),
  ),
  lt: lithuanian,
  se: swedish,
  md: moldovanFile,
  cy: cypriot,
};

/** Where the words still are. Search texts are bytes, which PostgreSQL writes as hexadecimal digits. */
async function tracesIn(): Promise<string[]> {
  const tables = await ground.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const found: string[] = [];
  for (const { name } of tables) {
    const [{ count }] = (await ground.query(`SELECT count(*)::int FROM "${name}" AS t
      WHERE t::text ~* 'quillfeather|wombletooth' OR t::text ~ encode('quillfeather', 'hex')`)) as [{ count: number }];
    if (count > 0) found.push(name);
  }
  return found.toSorted();
}

test.each(Object.keys(cases))('a person in the register %s is nowhere after the erasure, and after imports', async (id) => {
  const register = registers.find((one) => one.id === id) ?? expect.unreachable();
  const edition = cases[id] as Edition;
  const take = async (word: string, others: number) => {
    ground.now = new Date(ground.now.getTime() + 3_600_000);
    await ground.import(register, await edition(word, others), { allowOlder: true, allowShrink: true, allowChange: true });
    return ground.now.toISOString();
  };
  const moments = [await take('one', 5), await take('two', 5)];
  const [{ id: entity } = { id: '' }] = await ground.query(
    "SELECT id FROM entity WHERE register_id = $1 AND (registry::text || source_cells::text) ~* 'quillfeather'",
    [id],
  );
  expect(await tracesIn()).toContain('entity');
  await ground.makeSnapshots(register.country.code);
  const { updatedAt } = (await ground.get(`/entities/${entity}`)).body.data;
  const { nextCursor } = (await ground.get('/changes?cursor=now')).body.meta;

  ground.now = new Date(ground.now.getTime() + 60_000);
  await ground.erase(entity);
  expect(await tracesIn()).toEqual([]);
  await expect.poll(async () => (await ground.get(`/entities/${entity}`)).text).not.toMatch(trace);
  const { data } = (await ground.get(`/entities/${entity}`)).body;
  expect(data.updatedAt > updatedAt).toBe(true);
  const told = (await ground.get(`/changes?cursor=${nextCursor}`)).body.data;
  expect(told).toMatchObject([{ type: 'updated', reason: 'erasure', entityId: entity }]);
  expect(told[0].changes).toContainEqual({ path: '/updatedAt', old: updatedAt, new: data.updatedAt });

  // The same row again, in another file, changes nothing; a changed one comes without the person.
  const changes = () => ground.query('SELECT type FROM change WHERE entity_id = $1', [entity]);
  const before = await changes();
  await take('two', 6);
  expect(await changes()).toEqual(before);
  await take('three', 6);
  expect(await changes()).toHaveLength(before.length + 1);
  expect(await tracesIn()).toEqual([]);

  const paths = ['/changes?limit=1000', `/entities/${entity}/history`, '/entities?q=quillfeather', '/entities?q=wombletooth'];
  const suggestions = '/entities/suggest?q=zephyrina';
  for (const path of [...paths, suggestions, ...moments.map((moment) => `/entities/${entity}?asOf=${moment}`)]) {
    const { status, text: body } = await ground.get(path);
    expect([path, status, trace.test(body)]).toEqual([path, 200, false]);
  }
  const { body: listed } = await ground.get(`/snapshots?country=${register.country.code}`);
  const { body: byName } = await ground.get('/entities?q=quillfeather');
  expect(byName.meta.total).toBe(0);
  const [made] = await ground.makeSnapshots(register.country.code);
  expect(listed.data.map(({ id: old }: { id: string }) => old)).not.toContain(made);
  const rejects = join(ground.folder, 'rejects');
  for (const name of await readdir(rejects).catch(() => []))
    expect(await readFile(join(rejects, name), 'utf8')).not.toMatch(trace);
});

test('a person in a record that was removed is nowhere either, and does not come back with it', async () => {
  const lv = registers.find(({ id }) => id === 'lv') ?? expect.unreachable();
  const edition = text(
    ';',
    latvian,
    (word) => ({ regcode: '50000000001', name: `IK "${person} ${word}"`, type: 'IK', registered: '2012-05-31' }),
    (n) => ({ regcode: `5000000001${n}`, name: `SIA ${n}`, type: 'SIA' }),
  );
  const without = text(
    ';',
    latvian,
    () => ({ regcode: '50000000099', name: 'SIA', type: 'SIA' }),
    () => ({}),
  );
  const take = async (path: string) => {
    ground.now = new Date(ground.now.getTime() + 3_600_000);
    await ground.import(lv, path, { allowShrink: true, allowChange: true, allowOlder: true });
  };
  await take(await edition('one', 3));
  const [{ id } = { id: '' }] = await ground.query("SELECT id FROM entity WHERE number = '50000000001'");
  await take(await without('', 0));
  expect(await tracesIn()).toEqual(['change', 'tombstone']);
  expect(await ground.erase(id)).toContain('The record is removed');
  expect(await tracesIn()).toEqual([]);
  expect((await ground.get(`/entities/${id}/history`)).text).not.toMatch(trace);
  await take(await edition('two', 3));
  expect(await tracesIn()).toEqual([]);
  expect((await ground.get(`/entities/${id}`)).body.data.canonicalName).toBe('50000000001');
});
