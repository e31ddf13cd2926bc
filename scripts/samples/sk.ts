/** Slovakia: the Register of Legal Persons. Every tenth entity is a natural person, whom no import may keep. */
import { identification } from './cz.ts';
import type { Entry, RegisterOptions } from './editions.ts';
import { listOf } from './fi.ts';
import { writeText } from './files.ts';
import { inventedCompany, rowsOf, stemOf } from './invented.ts';
import { isoDay, slovak } from './words.ts';

const kinds = {
  salt: 0x58,
  sound: slovak,
  forms: [
    ['112', 'Spoločnosť s ručením obmedzeným', 's.r.o.'],
    ['121', 'Akciová spoločnosť', 'a.s.'],
    ['111', 'Verejná obchodná spoločnosť', 'v.o.s.'],
    ['205', 'Družstvo', 'družstvo'],
  ] as const,
  states: ['', 'V likvidácii', 'V konkurze', 'termination'] as const,
  oddNames: ['"*" *', '*\\*', '100% *', '*_*', 'ÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ *', '{*}', '1', '* & syn'],
};

const coded = (value: string, code: string, codelistCode: string) => ({ value, code, codelistCode });

function slovakEntity(entry: Entry, seed: number) {
  const { index, random, form, state, name, formerName, registered, ended, street, house, town } = inventedCompany(
    entry,
    seed,
    kinds,
  );
  const [from, until] = [isoDay(registered), isoDay(ended)];
  const [code, text, ending] = form;
  const current = { value: `${name}, ${ending}`, validFrom: index % 5 === 0 ? until : from };
  return {
    id: 2_000_000 + index,
    dbModificationDate: '2026-07-09',
    identifiers: [{ value: identification(stemOf(index, seed)), validFrom: from }],
    fullNames: index % 5 === 0 ? [{ value: `${formerName}, ${ending}`, validFrom: from, validTo: until }, current] : [current],
    addresses: [
      {
        validFrom: from,
        ...(random.chance(0.8) ? { street } : {}),
        regNumber: random.chance(0.5) ? 0 : random.between(1, 999),
        buildingNumber: String(house),
        postalCodes: [random.pick(['82412', '040 01'])],
        municipality: { value: town },
        country: coded('Slovenská republika', '703', 'CL000086'),
      },
    ],
    legalForms: [{ value: coded(text, code, 'CL000056'), validFrom: from }],
    establishment: from,
    ...(state === 'termination' ? { termination: until } : {}),
    legalStatuses: state === '' || state === 'termination' ? [] : [{ value: coded(state, '2', 'CL010110'), validFrom: until }],
    activities: [{ economicActivityDescription: 'kúpa tovaru na účely jeho predaja', validFrom: from }],
    sourceRegister: {
      value: coded('Obchodný register', '1', 'CL010112'),
      registrationOffices: [{ value: 'Mestský súd Vymyslený', validFrom: from }],
      registrationNumbers: [{ value: `Sro/${index + 1}/X`, validFrom: from }],
    },
    statisticalCodes: { mainActivity: coded('Počítačové programovanie', '62010', 'CL005205') },
  };
}

const person = (index: number) => ({
  id: 1_000_000 + index,
  identifiers: [],
  fullNames: [{ value: 'Vymyslená Osoba', validFrom: '2001-01-01' }],
  legalForms: [{ value: coded('Podnikateľ - fyzická osoba', '101', 'CL000056'), validFrom: '2001-01-01' }],
  sourceRegister: { value: coded('Živnostenský register', '2', 'CL010112') },
});

export const slovakEntities = (count: number, options: RegisterOptions = {}) =>
  rowsOf(count, options, slovakEntity, {
    number: (entity) => ({ ...entity, identifiers: [] }),
    name: (entity) => ({ ...entity, fullNames: [] }),
  });

export async function writeSlovakFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await writeText(path, text());
  function* text(): Generator<string> {
    yield '{"results":';
    yield* listOf(withPersons());
    yield ',"license":"CC BY 4.0"}';
  }
  function* withPersons(): Generator<unknown> {
    let rows = 0;
    for (const entity of slovakEntities(count, options)) {
      yield entity;
      if (++rows % 10 === 0) yield person(rows);
    }
  }
}
