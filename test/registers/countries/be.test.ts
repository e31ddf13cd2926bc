import { afterAll, beforeAll, expect, test } from 'vitest';
import { be } from '../../../src/registers/countries/be/register.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { folderOf, joinedCompanies } from '../../support/registers/joined-files.ts';

let ground: ImportGround;
beforeAll(async () => {
  ground = await importGround();
});
afterAll(() => ground.close());

/** In published form: text quoted, dates and empty columns not. */
const files = {
  'meta.csv': '"Variable","Value"\n"SnapshotDate","30-05-2025"\n"ExtractType","full"\n"ExtractNumber","136"\n',
  'code.csv': [
    '"Category","Code","Language","Description"',
    '"JuridicalForm","416","FR","Association de service"',
    '"JuridicalForm","416","NL","Dienstverlenende vereniging"',
    '"JuridicalForm","416","DE","Vereinigung"',
    '"JuridicalSituation","000","FR","Situation normale"',
    '"JuridicalSituation","000","NL","Normale toestand"',
    '"Nace2025","68121","NL","Ontwikkeling"',
    '"Nace2025","68121","FR","Ontwikkeling"',
    '',
  ].join('\n'),
  'enterprise.csv': [
    '"EnterpriseNumber","Status","JuridicalSituation","TypeOfEnterprise","JuridicalForm","JuridicalFormCAC","StartDate"',
    '"0400.000.185","AC","000","2","416",,09-08-1960',
    '"0400.000.212","AC","012","2","999","610",01-01-1922',
    '"0400.000.312","AC","050","2","416",,31-02-1999',
    '"0700.000.094","AC","000","1",,,01-03-2019',
    '',
  ].join('\n'),
  'denomination.csv': [
    '"EntityNumber","Language","TypeOfDenomination","Denomination"',
    '"0400.000.185","2","002","Veldzicht"',
    '"0400.000.185","2","001","Vereniging ""Veldzicht"", Noord"',
    '"0400.000.185","1","001","Association Vue des Champs"',
    '"0400.000.212","0","003","Enkel een handelsnaam"',
    '"0400.000.312","1","001","Faillie"',
    '"0700.000.094","2","001","Jan Verzonnen"',
    '"2.000.000.339","2","003","De winkel"',
    '',
  ].join('\n'),
  'address.csv': [
    '"EntityNumber","TypeOfAddress","CountryNL","CountryFR","Zipcode","MunicipalityNL","MunicipalityFR","StreetNL","StreetFR","HouseNumber","Box","ExtraAddressInfo","DateStrikingOff"',
    '"0400.000.185","REGO",,,"9070","Destelveld","Destelchamp","Panstraat","Rue de la Poêle","1","2A","achter",',
    '"0400.000.212","REGO","Frankrijk","France","62000","Arras","Arras","Rue X","Rue X","2","","",13-11-2023',
    '"2.000.000.339","BAET",,,"9000","Gent","Gand","Winkelstraat","Winkelstraat","7","","",',
    '"0700.000.094","REGO",,,"1000","Brussel","Bruxelles","Thuisstraat","Rue Chez-Soi","1","","",',
    '',
  ].join('\n'),
  'activity.csv': [
    '"EntityNumber","ActivityGroup","NaceVersion","NaceCode","Classification"',
    '"0400.000.185","001","2025","93110","SECO"',
    '"0400.000.185","001","2008","41101","MAIN"',
    '"0400.000.185","001","2025","68121","MAIN"',
    '"0400.000.185","006","2008","84130","MAIN"',
    '"0400.000.185","003","2025","68121","SECO"',
    '"0700.000.094","001","2025","96021","MAIN"',
    '',
  ].join('\n'),
  'contact.csv':
    '"EntityNumber","EntityContact","ContactType","Value"\n"0400.000.185","ENT","EMAIL","info@example.com"\n"0700.000.094","ENT","TEL","0470"\n',
  'establishment.csv':
    '"EstablishmentNumber","StartDate","EnterpriseNumber"\n"2.000.000.339",01-11-1974,"0400.000.185"\n"2.000.000.340",01-11-1974,"0700.000.094"\n',
  'branch.csv': '"Id","StartDate","EnterpriseNumber"\n"9.000.006.626",01-09-1995,"0400.000.212"\n',
};

test('the tables become companies, with everything that they tell; a natural person leaves nothing', async () => {
  const { companies, persons, problems, edition } = await joinedCompanies(ground, be, await folderOf(ground, 'be', files));
  expect({ persons, problems, edition }).toEqual({ persons: 1, problems: [], edition: { id: '000136' } });
  expect(companies.map(({ number, status }) => [number, status])).toEqual([
    ['0400000185', 'active'],
    ['0400000212', 'winding_up'],
    ['0400000312', 'insolvent'],
  ]);
  expect(companies[0]).toEqual({
    number: '0400000185',
    name: 'Vereniging "Veldzicht", Noord',
    status: 'active',
    legalForm: 'Dienstverlenende vereniging / Association de service',
    registeredAt: '1960-08-09',
    endKind: null,
    registry: {
      numberValid: true,
      enterpriseNumber: '0400.000.185',
      stateCode: 'AC',
      situationCode: '000',
      situationText: 'Normale toestand / Situation normale',
      legalFormCode: '416',
      transitionalFormCode: null,
      transitionalFormText: null,
      names: [
        { name: 'Veldzicht', language: 'nl', type: 'abbreviation' },
        { name: 'Vereniging "Veldzicht", Noord', language: 'nl', type: 'name' },
        { name: 'Association Vue des Champs', language: 'fr', type: 'name' },
      ],
      address: {
        countryNl: null,
        countryFr: null,
        postCode: '9070',
        municipalityNl: 'Destelveld',
        municipalityFr: 'Destelchamp',
        streetNl: 'Panstraat',
        streetFr: 'Rue de la Poêle',
        houseNumber: '1',
        box: '2A',
        extra: 'achter',
        struckOffOn: null,
      },
      contacts: [{ type: 'EMAIL', value: 'info@example.com' }],
      establishments: ['2.000.000.339'],
      branches: [],
    },
    // Of each group the newest edition, main activities first, none twice.
    activities: [
      { kind: 'unlicensed', scheme: 'NACE-BEL-2025', code: '68121', label: 'Ontwikkeling' },
      { kind: 'unlicensed', scheme: 'NACE-BEL-2008', code: '84130', label: null },
      { kind: 'unlicensed', scheme: 'NACE-BEL-2025', code: '93110', label: null },
    ],
    registrations: [
      {
        scheme: 'BE-BCE_KBO',
        number: '0400000185',
        status: 'Normale toestand / Situation normale',
        validFrom: '1960-08-09',
        validTo: null,
      },
    ],
  });
  expect(companies[1]).toMatchObject({
    name: 'Enkel een handelsnaam',
    legalForm: '999',
    registry: {
      numberValid: false,
      legalFormCode: '999',
      transitionalFormCode: '610',
      address: { countryFr: 'France', struckOffOn: '2023-11-13' },
      branches: ['9.000.006.626'],
    },
  });
  expect(companies[2]).toMatchObject({ registeredAt: null, registry: { address: null } });
});

test('nothing of a natural person is stored anywhere, and the source of a company is stored whole', async () => {
  const summary = await ground.import(be, await folderOf(ground, 'be', files));
  expect(summary).toMatchObject({ read: 3, added: 3, persons: 1, rejected: 0, missing: [] });
  const [everything] = await ground.query(
    `SELECT string_agg(entity::text, ' ') || (SELECT string_agg(import_run::text, ' ') FROM import_run) AS text FROM entity`,
  );
  for (const trace of ['Verzonnen', '0700', 'Thuisstraat', '0470', '000.340', '96021'])
    expect(everything.text).not.toContain(trace);
  expect(await ground.query('SELECT FROM activity WHERE code = $1', ['96021'])).toEqual([]);
  const [row] = await ground.query(
    'SELECT source_cells AS cells, columns FROM entity JOIN source_layout ON source_layout.id = layout_id WHERE number = $1',
    ['0400000185'],
  );
  const lines = (file: keyof typeof files) => files[file].split('\n');
  expect(
    row.columns.map(({ part, columns }: { part: string; columns: string[] }) => [
      part,
      columns.map((name) => `"${name}"`).join(),
    ]),
  ).toEqual(
    (['enterprise', 'denomination', 'address', 'activity', 'contact', 'establishment', 'branch'] as const).map((part) => [
      part,
      lines(`${part}.csv`)[0],
    ]),
  );
  expect(row.cells[1]).toEqual([
    ['0400.000.185', '2', '002', 'Veldzicht'],
    ['0400.000.185', '2', '001', 'Vereniging "Veldzicht", Noord'],
    ['0400.000.185', '1', '001', 'Association Vue des Champs'],
  ]);
  expect(row.cells[3]).toHaveLength(5);
});

test('the juridical situation tells the status', async () => {
  const expected = {
    ...{ '000': 'active', '020': 'active', '100': 'active', '010': 'winding_up', '112': 'winding_up' },
    ...{ '030': 'insolvent', '091': 'insolvent', '006': 'dissolved', '999': 'dissolved', '777': 'unknown' },
  };
  const [header] = files['enterprise.csv'].split('\n');
  const rows = Object.keys(expected).map((code) => [`0400.000.${code}`, code] as const);
  const folder = await folderOf(ground, 'situations', {
    ...files,
    'enterprise.csv': [header, ...rows.map(([number, code]) => `"${number}","AC","${code}","2","416",,09-08-1960`), ''].join(
      '\n',
    ),
    'denomination.csv': [
      '"EntityNumber","Language","TypeOfDenomination","Denomination"',
      ...rows.map(([number]) => `"${number}","2","001","x"`),
      '',
    ].join('\n'),
  });
  const { companies } = await joinedCompanies(ground, be, folder);
  expect(Object.fromEntries(companies.map(({ registry, status }) => [registry['situationCode'], status]))).toEqual(expected);
});

test('numbers are found however they are typed', () => {
  for (const typed of ['0400.000.185', 'BE 0400.000.185', '400000185', '0400 000 185'])
    expect(be.normalizeNumber?.(typed)).toBe('0400000185');
});

test('a municipality is found by either of its names', async () => {
  await ground.import(be, await folderOf(ground, 'localities', files));
  expect(await ground.query('SELECT name, locality FROM locality_name ORDER BY name')).toEqual([
    { name: 'Destelchamp', locality: 'Destelveld / Destelchamp' },
    { name: 'Destelveld', locality: 'Destelveld / Destelchamp' },
  ]);
});
