import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type SheetCell, writeWorkbook as writePublished } from '../../../scripts/samples/workbook.ts';
import { md } from '../../../src/registers/countries/md/register.ts';
import { type Company, RowProblem } from '../../../src/registers/declaration/register.ts';
import { type Cell, WrongFile } from '../../../src/registers/files/table.ts';
import { companiesOf } from '../../support/imports.ts';
import { only, useFolder } from '../../support/registers/register-files.ts';
import { type Sheet, writeWorkbook, writeZip } from '../../support/registers/workbook.ts';

const path = useFolder();

const columns2017 = [
  'IDNO/ Cod fiscal',
  'Data înregistrării',
  'Denumirea completă',
  'Forma org./jurid.',
  'Adresa',
  'Lista conducătorilor',
  'Lista fondatorilor',
  'Genuri de activitate nelicentiate',
  'Genuri de activitate licentiate',
  'Statutul',
];
const columns2023 = [
  'IDNO/ Cod fiscal',
  'Data înregistrării',
  'Denumirea completă',
  'Forma org./jurid.',
  'Adresa',
  'Codul unităţii administrativ-teritoriale (CUATM)',
  'Lista conducătorilor (cu indicarea rolurilor)',
  'Lista fondatorilor (cu indicarea cotei părţi în capitalul social %)',
  'Lista beneficiarilor efectivi (Nume, Prenume, Ţara de reşedinţă)',
  'Genuri de activitate nelicentiate',
  'Genuri de activitate licentiate',
  'Data lichidării',
];
const columns2026 = columns2023.filter((name) => !name.startsWith('Lista beneficiarilor'));

const unlicensedHeader = ['ID', 'Denumire', 'Cod CAEM', 'Versiunea CAEM\n(1 - CAEM; 2 - CAEM rev.2)'];
/** The same code in both versions, under the ids that the register really gives them. */
const unlicensedRows: Cell[][] = [
  unlicensedHeader,
  [1, 'Agricultură', '01', 2],
  [111, 'Cultivarea cerealelor', '0111', 2],
  [1110, 'Cultura plantelor cerealiere', '0111', 1],
  [50200, 'Repararea autovehiculelor', '5020', 1],
];
const licensedRows: Cell[][] = [
  ['ID', 'Denumire'],
  [1, 'Activitatea de audit'],
  [43, 'Activitatea de turism'],
];
const lookups2017: Sheet[] = [
  { name: 'Clasificare nelicentiate', rows: unlicensedRows },
  { name: 'Clasificare licentiate', rows: licensedRows },
];
const lookups2023: Sheet[] = [
  { name: 'Clasificare nelicenţiate', rows: unlicensedRows },
  { name: 'Clasificare licenţiate', rows: licensedRows },
  {
    name: 'Clasificare ţara',
    rows: [
      ['COD', 'Denumire'],
      ['MDA', 'Moldova'],
    ],
  },
];

const title = 'Date din Registrul de stat al unităţilor de drept privind\nîntreprinderile înregistrate în Republica Moldova\n';
const unlicensed = (scheme: string, code: string, label: string | null) => ({ kind: 'unlicensed', scheme, code, label });
const licensed = (code: string, label: string | null) => ({ kind: 'licensed', scheme: 'MD-LICENSED', code, label });
const cereals1 = unlicensed('MD-CAEM-1', '0111', 'Cultura plantelor cerealiere');
const cereals2 = unlicensed('MD-CAEM-2', '0111', 'Cultivarea cerealelor');
const repair = unlicensed('MD-CAEM-1', '5020', 'Repararea autovehiculelor');

describe('each generation becomes companies, with everything that it tells', () => {
  test('2017: the header in the first row, numbers as text, names alone, a status', async () => {
    await writeWorkbook(path('2017.xlsx'), [
      {
        name: 'RSUD',
        rows: [
          columns2017,
          [
            '1003600000017',
            34_116,
            'FIRMA "STÎRC" SOCIETATE CU RĂSPUNDERE LIMITATĂ',
            'Societate cu răspundere limitată',
            'mun. Chişinău, sec. Rîşcani, str. <, 11',
            'CEBAN ANA',
            'CEBAN ANA, RUSU ION',
            '1110, 111, 50200, 77777',
            '43',
            'lichidată',
          ],
        ],
      },
      ...lookups2017,
    ]);
    expect(await companiesOf(md, path('2017.xlsx'))).toEqual([
      {
        number: '1003600000017',
        name: 'FIRMA "STÎRC" SOCIETATE CU RĂSPUNDERE LIMITATĂ',
        status: 'dissolved',
        legalForm: 'Societate cu răspundere limitată',
        registeredAt: '1993-05-27',
        endedAt: null,
        endKind: 'liquidated',
        registry: {
          idnoValid: true,
          statusText: 'lichidată',
          liquidatedOn: null,
          address: 'mun. Chişinău, sec. Rîşcani, str. <, 11',
          territoryCode: null,
          directors: [{ name: 'CEBAN ANA', role: null }],
          directorsText: null,
          founders: [
            { name: 'CEBAN ANA', share: null },
            { name: 'RUSU ION', share: null },
          ],
          foundersText: null,
          memberCount: null,
          beneficiaries: [],
          beneficiariesText: null,
        },
        activities: [
          cereals1,
          cereals2,
          repair,
          unlicensed('MD-CAEM-ID', '77777', null),
          licensed('43', 'Activitatea de turism'),
        ],
        registrations: [
          { scheme: 'MD-IDNO', number: '1003600000017', status: 'lichidată', validFrom: '1993-05-27', validTo: null },
        ],
      },
    ]);
  });

  test('2023: a title above the header, roles, shares, beneficiaries, a day of liquidation', async () => {
    await writeWorkbook(path('2023.xlsx'), [
      {
        name: 'Company',
        rows: [
          [null, null, null, `${title} (starea pînă la 19.06.2023)`],
          columns2023,
          [
            '1003600000017',
            '27.05.1993',
            'S.R.L. "STÎRC"',
            'Societate cu răspundere limitată',
            'MD-2001, mun. Chişinău',
            120,
            'CEBAN ANA [Administrator], RUSU ION [Lichidator]',
            'CEBAN ANA (60,50%), "ALFA & CO" S.R.L. (39,50%)',
            'CEBAN ANA (MDA), POPESCU DAN (ROU)',
            111,
            '1, 43',
            44_927,
          ],
        ],
      },
      ...lookups2023,
    ]);
    expect(await companiesOf(md, path('2023.xlsx'))).toEqual([
      {
        number: '1003600000017',
        name: 'S.R.L. "STÎRC"',
        status: 'dissolved',
        legalForm: 'Societate cu răspundere limitată',
        registeredAt: '1993-05-27',
        endedAt: '2023-01-01',
        endKind: 'liquidated',
        registry: {
          idnoValid: true,
          statusText: null,
          liquidatedOn: '2023-01-01',
          address: 'MD-2001, mun. Chişinău',
          territoryCode: '120',
          directors: [
            { name: 'CEBAN ANA', role: 'Administrator' },
            { name: 'RUSU ION', role: 'Lichidator' },
          ],
          directorsText: null,
          founders: [
            { name: 'CEBAN ANA', share: 60.5 },
            { name: '"ALFA & CO" S.R.L.', share: 39.5 },
          ],
          foundersText: null,
          memberCount: null,
          beneficiaries: [
            { name: 'CEBAN ANA', country: 'MDA' },
            { name: 'POPESCU DAN', country: 'ROU' },
          ],
          beneficiariesText: null,
        },
        activities: [cereals2, licensed('1', 'Activitatea de audit'), licensed('43', 'Activitatea de turism')],
        registrations: [
          { scheme: 'MD-IDNO', number: '1003600000017', status: null, validFrom: '1993-05-27', validTo: '2023-01-01' },
        ],
      },
    ]);
  });

  test('2026: a formula for a title, numbers as Java writes them, cells left out, a count at the end', async () => {
    const row: SheetCell[] = [
      1_003_600_000_017,
      { serial: 34_116 },
      'S.R.L. "STÎRC"',
      'Societate cu răspundere limitată',
      null,
      4_301,
      'CEBAN ANA [Administrator]',
      'CEBAN ANA (100,00%)',
      1_110,
      43,
    ];
    const formula = { formula: 'CONCATENATE("Date";"")', result: `${title} (starea pînă la 14.09.2026)` };
    const rows = [[null, null, null, formula], columns2026, row, [1]];
    const sheets = [{ name: 'Company', rows }, ...(lookups2023 as { name: string; rows: SheetCell[][] }[])];
    await writePublished(path('2026.xlsx'), sheets, { numbers: 'java', blanks: 'absent' });
    expect(await companiesOf(md, path('2026.xlsx'))).toEqual([
      {
        number: '1003600000017',
        name: 'S.R.L. "STÎRC"',
        status: 'active',
        legalForm: 'Societate cu răspundere limitată',
        registeredAt: '1993-05-27',
        endedAt: null,
        endKind: 'liquidated',
        registry: {
          idnoValid: true,
          statusText: null,
          liquidatedOn: null,
          address: null,
          territoryCode: '4301',
          directors: [{ name: 'CEBAN ANA', role: 'Administrator' }],
          directorsText: null,
          founders: [{ name: 'CEBAN ANA', share: 100 }],
          foundersText: null,
          memberCount: null,
          beneficiaries: [],
          beneficiariesText: null,
        },
        activities: [cereals1, licensed('43', 'Activitatea de turism')],
        registrations: [{ scheme: 'MD-IDNO', number: '1003600000017', status: null, validFrom: '1993-05-27', validTo: null }],
      },
    ]);
  });
});

type Fields = Record<string, Cell>;

/** By the beginnings of their columns; what is left out is empty. */
const rowOf = (columns: readonly string[], fields: Fields): Cell[] =>
  columns.map((column) => Object.entries(fields).find(([name]) => column.startsWith(name))?.[1] ?? null);

const small: Fields = { IDNO: 1_003_600_000_017, Denumirea: 'S.R.L. "STÎRC"' };

async function read(rows: Fields[], columns = columns2026, options = {}): Promise<Company[]> {
  const sheet = { name: 'Company', rows: [[title], columns, ...rows.map((row) => rowOf(columns, row))] };
  await writeWorkbook(path('rows.xlsx'), [sheet, ...lookups2023], { compress: false, ...options });
  return companiesOf(md, path('rows.xlsx'));
}

const readOne = async (fields: Fields, columns = columns2026) => only(await read([{ ...small, ...fields }], columns));

test.each<[Cell, string, boolean | null]>([
  [1_003_600_000_017, '1003600000017', true],
  ['1003600000017', '1003600000017', true],
  [' 1003600000017 ', '1003600000017', true],
  ['1003600000018', '1003600000018', false],
  [353_628, '353628', null],
  ['353628', '353628', null],
  ['0353628', '0353628', null],
  ['A-17', 'A-17', null],
])('the number cell %j is the number %s, its check digit %j', async (cell, number, valid) => {
  const company = await readOne({ IDNO: cell });
  expect(company).toMatchObject({ number, registry: { idnoValid: valid }, registrations: [{ number }] });
});

test('the check digit weighs 7-3-1 over the first twelve digits', async () => {
  const numbers = Array.from({ length: 10 }, (_, digit) => `109876543210${digit}`);
  const companies = await read(numbers.map((number) => ({ ...small, IDNO: number })));
  // 7·1 + 3·0 + 1·9 + 7·8 + 3·7 + 1·6 + 7·5 + 3·4 + 1·3 + 7·2 + 3·1 + 1·0 = 166
  expect(companies.filter(({ registry }) => registry['idnoValid']).map(({ number }) => number)).toEqual(['1098765432106']);
});

test.each<[Cell, string | null]>([
  [34_116, '1993-05-27'],
  [34_116.75, '1993-05-27'],
  ['27.05.1993', '1993-05-27'],
  [' 27.05.1993 ', '1993-05-27'],
  ['1993-05-27T00:00:00', '1993-05-27'],
  ['01.01.1111', null],
  ['31.02.2000', null],
  [0, null],
  [-1, null],
  [2_900_000, null],
  ['fără dată', null],
  [' ', null],
  [null, null],
  [true, null],
])('registered %j is %j', async (cell, day) => {
  const company = await readOne({ 'Data înregistrării': cell });
  expect([company.registeredAt, company.registrations[0]?.validFrom]).toEqual([day, day]);
});

test('days count from 1904 in a workbook that says so', async () => {
  const [company] = await read([{ ...small, 'Data înregistrării': 34_116 - 1_462 }], columns2026, { date1904: true });
  expect(company?.registeredAt).toBe('1993-05-27');
});

test.each<[Cell, string, string | null]>([
  [44_927, 'dissolved', '2023-01-01'],
  ['01.01.2023', 'dissolved', '2023-01-01'],
  // Dissolved, on a day that nobody knows.
  ['01.01.1111', 'dissolved', null],
  // What a spreadsheet makes of an empty cell.
  [0, 'active', null],
  ['-', 'active', null],
  [' ', 'active', null],
  [null, 'active', null],
])('liquidated %j is %s', async (cell, status, day) => {
  const company = await readOne({ 'Data lichidării': cell, 'Lista conducătorilor': 'CEBAN ANA [Administrator]' });
  expect(company).toMatchObject({ status, registry: { liquidatedOn: day }, registrations: [{ validTo: day }] });
});

test.each([
  ['CEBAN ANA [Administrator]', 'active'],
  ['CEBAN ANA [Direcţie de conducere], RUSU ION [Comitet]', 'active'],
  ['CEBAN ANA [Datele lipsesc]', 'active'],
  ['CEBAN ANA [Preşedinte provizoriu]', 'active'],
  ['', 'active'],
  ['CEBAN ANA [Lichidator]', 'winding_up'],
  ['CEBAN ANA [LICHIDATOR]', 'winding_up'],
  ['CEBAN ANA [Administrator], RUSU ION [Lichidator]', 'winding_up'],
  ['CEBAN ANA [Administrator al procesului de insolvabilitate]', 'insolvent'],
  ['CEBAN ANA [Administrator al insolvabilităţii]', 'insolvent'],
  ['CEBAN ANA [Administrator al insolvabilității]', 'insolvent'],
  ['CEBAN ANA [Administrator (insolvabilitate)]', 'insolvent'],
  ['CEBAN ANA [Administrator insolvabil]', 'insolvent'],
  ['CEBAN ANA [Administrator provizoriu]', 'insolvent'],
  ['CEBAN ANA [Administrator fiduciar]', 'insolvent'],
  ['CEBAN ANA [Administrator din oficiu]', 'insolvent'],
  ['CEBAN ANA [Administrator al procedurii planului]', 'insolvent'],
  ['CEBAN ANA [Lichidator], RUSU ION [Administrator al insolvabilităţii]', 'insolvent'],
  // A list that cannot be parsed tells the state all the same.
  ['CEBAN ANA, RUSU ION [Lichidator]', 'winding_up'],
  ['CEBAN ANA [Lichidator', 'winding_up'],
  // A name is no role.
  ['"LICHIDATOR INSOLV" S.R.L. [Administrator]', 'active'],
  ['LICHIDATOR ANA', 'active'],
])('with %j in charge it is %s', async (directors, status) => {
  expect((await readOne({ 'Lista conducătorilor': directors })).status).toBe(status);
});

test('a day of liquidation stands over whoever is in charge', async () => {
  const fields = { 'Lista conducătorilor': 'CEBAN ANA [Lichidator]', 'Data lichidării': 44_927 };
  expect((await readOne(fields)).status).toBe('dissolved');
});

test.each<[Cell, string, string | null]>([
  ['lichidată', 'dissolved', 'lichidată'],
  ['Lichidată ', 'dissolved', 'Lichidată'],
  ['lichidata', 'dissolved', 'lichidata'],
  [' ', 'active', null],
  [null, 'active', null],
  ['suspendată', 'unknown', 'suspendată'],
])('the status %j is %s', async (cell, status, text) => {
  expect(await readOne({ Statutul: cell }, columns2017)).toMatchObject({
    status,
    registry: { statusText: text },
    registrations: [{ status: text }],
  });
});

test('status and day of liquidation may both be there', async () => {
  const columns = [...columns2017, 'Data lichidării'];
  expect(await readOne({ Statutul: 'lichidată', 'Data lichidării': 44_927 }, columns)).toMatchObject({
    status: 'dissolved',
    registry: { liquidatedOn: '2023-01-01' },
  });
  expect((await readOne({ Statutul: ' ', 'Data lichidării': 44_927 }, columns)).status).toBe('dissolved');
});

test('what people cannot be read surely stays text', async () => {
  const fields = {
    'Lista conducătorilor': 'CEBAN ANA, RUSU ION [Administrator]',
    'Lista fondatorilor': 'CEBAN ANA, RUSU ION (25,00%), MORARU OLEG (75,00%)',
    'Lista beneficiarilor': 'CEBAN, ANA, Moldova',
  };
  expect((await readOne(fields, columns2023)).registry).toMatchObject({
    directors: null,
    directorsText: 'CEBAN ANA, RUSU ION [Administrator]',
    founders: null,
    foundersText: 'CEBAN ANA, RUSU ION (25,00%), MORARU OLEG (75,00%)',
    memberCount: null,
    beneficiaries: null,
    beneficiariesText: 'CEBAN, ANA, Moldova',
  });
});

test('a number of members stands in the place of founders', async () => {
  expect((await readOne({ 'Lista fondatorilor': 'TOTAL 71 MEMBRI' })).registry).toMatchObject({
    founders: [],
    foundersText: null,
    memberCount: 71,
  });
});

describe('activities', () => {
  const read = async (column: string, cell: Cell) => (await readOne({ [column]: cell })).activities;

  test.each<[Cell, object[]]>([
    ['1110', [cereals1]],
    [1_110, [cereals1]],
    [111, [cereals2]],
    // 216 codes are in both versions, so the version tells them apart.
    ['111, 1110', [cereals2, cereals1]],
    ['1110,50200', [cereals1, repair]],
    [' 1110 ,  50200 , ', [cereals1, repair]],
    ['1110; 50200', [cereals1, repair]],
    [77_777, [unlicensed('MD-CAEM-ID', '77777', null)]],
    ['1110, 77777', [cereals1, unlicensed('MD-CAEM-ID', '77777', null)]],
    ['0111', [unlicensed('MD-CAEM-ID', '0111', null)]],
    ['Comerţ, transport', [{ kind: 'unlicensed', scheme: 'MD-CAEM-ID', code: null, label: 'Comerţ, transport' }]],
    [' ', []],
    [null, []],
  ])('the unlicensed %j', async (cell, activities) => {
    expect(await read('Genuri de activitate nelicentiate', cell)).toEqual(activities);
  });

  test.each<[Cell, object[]]>([
    [43, [licensed('43', 'Activitatea de turism')]],
    ['1, 43', [licensed('1', 'Activitatea de audit'), licensed('43', 'Activitatea de turism')]],
    ['98', [licensed('98', null)]],
    // The same id is another thing in each look-up.
    ['1', [licensed('1', 'Activitatea de audit')]],
  ])('the licensed %j', async (cell, activities) => {
    expect(await read('Genuri de activitate licentiate', cell)).toEqual(activities);
  });

  test('a look-up without code or name gives null, and ids may be text', async () => {
    const sheets = [
      { name: 'Company', rows: [columns2026, rowOf(columns2026, { ...small, 'Genuri de activitate nelicentiate': '7, 8' })] },
      { name: 'CLASIFICARE  NELICENȚIATE ', rows: [unlicensedHeader, ['7', 'Fără cod', null, '1'], [8, null, '08', 2]] },
      { name: 'Clasificare licențiate', rows: licensedRows },
    ];
    await writeWorkbook(path('look-up.xlsx'), sheets);
    expect(only(await companiesOf(md, path('look-up.xlsx'))).activities).toEqual([
      { kind: 'unlicensed', scheme: 'MD-CAEM-1', code: null, label: 'Fără cod' },
      { kind: 'unlicensed', scheme: 'MD-CAEM-2', code: '08', label: null },
    ]);
  });
});

describe('rows', () => {
  test.each([',', '1', '-', 'ÎNTREPRINDEREA ŞTIINŢIFICĂ ȘI TEHNICĂ'])('the name %j is one', async (name) => {
    expect((await readOne({ Denumirea: name })).name).toBe(name);
  });

  test('a name may be a number cell', async () => {
    expect((await readOne({ Denumirea: 1 })).name).toBe('1');
  });

  test.each<[string, Cell[]]>([
    ['a number', [300_123]],
    ['a number as text', [null, null, '300123']],
    ['a word', ['TOTAL 300123']],
    ['a word and a number', ['Total:', 300_123]],
    ['a number beside space', [300_123, ' ', '', ' ']],
    ['space', [' ', ' ']],
  ])('a count at the end is no company: %s', async (_, last) => {
    const rows = [columns2026, rowOf(columns2026, small), last];
    await writeWorkbook(path('count.xlsx'), [{ name: 'Company', rows }, ...lookups2023]);
    expect(await companiesOf(md, path('count.xlsx'))).toHaveLength(1);
  });

  test.each<[string, Fields, string]>([
    ['the name', { Denumirea: null, Adresa: 'Chişinău', Forma: 'SRL' }, 'the name is missing'],
    // Not to be taken for a count.
    ['all but the number', { Denumirea: null }, 'the name is missing'],
    ['the number', { IDNO: null, Adresa: 'Chişinău' }, 'the national number is missing'],
    ['the whole of the number', { IDNO: 1.5, Adresa: 'Chişinău' }, 'the national number is not a whole number'],
  ])('a company without %s is refused alone', async (_, fields, problem) => {
    await expect(readOne(fields)).rejects.toThrow(RowProblem);
    await expect(readOne(fields)).rejects.toThrow(problem);
  });
});

describe('the layout', () => {
  const fields: Fields = {
    ...small,
    'Data înregistrării': 34_116,
    'Forma org': 'Întreprindere de stat',
    Adresa: 'Chişinău',
    Codul: 120,
    'Lista conducătorilor': 'CEBAN ANA [Administrator]',
    'Lista fondatorilor': 'STATUL (100,00%)',
    'Genuri de activitate nelicentiate': '1110',
    'Genuri de activitate licentiate': '43',
    'Data lichidării': 44_927,
  };
  const row = rowOf(columns2026, fields);
  const written = async (sheets: Sheet[]) => {
    await writeWorkbook(path('layout.xlsx'), sheets);
    return companiesOf(md, path('layout.xlsx'));
  };

  test.each<[string, (name: string) => string]>([
    ['comma below', (name) => name.replaceAll('ş', 'ș').replaceAll('ţ', 'ț').replaceAll('Ţ', 'Ț')],
    ['composed of letters and marks', (name) => name.normalize('NFD')],
    ['without diacritics, in capitals', (name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()],
    ['with space and line breaks', (name) => `  ${name.replaceAll(' ', ' \n ')} `],
    ['without remarks', (name) => name.replace(/ \(.*\)/, '')],
    ['without space at a slash', (name) => name.replace('/ ', '/')],
  ])('names of columns and sheets may be written otherwise: %s', async (_, otherwise) => {
    const expected = await read([fields]);
    const sheets = [{ name: 'Company', rows: [[title], columns2026.map(otherwise), row] }];
    const others = lookups2023.map(({ name, rows }) => ({ name: otherwise(name), rows }));
    expect(await written([...sheets, ...others])).toEqual(expected);
  });

  test('columns may come in another order, and more of them', async () => {
    const expected = await read([fields]);
    const rows = [
      ['Nou', ...columns2026.toReversed()],
      ['x', ...row.toReversed()],
    ];
    expect(await written([...lookups2023, { name: 'Company', rows }])).toEqual(expected);
  });

  test('the header may stand further down', async () => {
    const expected = await read([fields]);
    const rows = [[title], ['IDNO'], [null, 'Denumirea completă'], ['x'], columns2026, row];
    expect(await written([{ name: 'Company', rows }, ...lookups2023])).toEqual(expected);
  });

  test('the columns keep their names', async () => {
    await written([{ name: 'Company', rows: [[title], columns2026, row] }, ...lookups2023]);
    const snapshot = await md.open(path('layout.xlsx'));
    expect(snapshot.columns).toEqual(columns2026);
    await snapshot.close();
  });

  test('a zipped or gzipped workbook is the same', async () => {
    const expected = await written([{ name: 'Company', rows: [[title], columns2026, row] }, ...lookups2023]);
    const bytes = await readFile(path('layout.xlsx'));
    await writeZip(path('company.zip'), { 'company_2026.09.14.xlsx': bytes });
    await writeFile(path('company.xlsx.gz'), gzipSync(bytes));
    expect(expected).toHaveLength(1);
    expect(await companiesOf(md, path('company.zip'))).toEqual(expected);
    expect(await companiesOf(md, path('company.xlsx.gz'))).toEqual(expected);
  });

  test.each<[string, Sheet[], RegExp]>([
    ['main sheet', [{ name: 'Sheet1', rows: [columns2026] }, ...lookups2023], /no sheet "RSUD" or "Company"/],
    ['look-up', [{ name: 'Company', rows: [columns2026] }], /no sheet "Clasificare nelicentiate"/],
    ['header', [{ name: 'Company', rows: [[title], row] }, ...lookups2023], /no header with "IDNO\/ Cod fiscal"/],
    ['status', [{ name: 'Company', rows: [columns2026.slice(0, -1)] }, ...lookups2023], /lacks "Data lichidării"/],
    [
      'list of founders',
      [{ name: 'Company', rows: [columns2026.filter((name) => !name.startsWith('Lista f'))] }, ...lookups2023],
      /lacks "Lista fondatorilor"/,
    ],
  ])('a workbook without its %s is refused', async (_, sheets, problem) => {
    await expect(written(sheets)).rejects.toThrow(WrongFile);
    await expect(written(sheets)).rejects.toThrow(problem);
  });
});
