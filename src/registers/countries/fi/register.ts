import { tableOf } from '../../declaration/columns.ts';
import { dayIn, latestFirst, members, objectIn, objectsIn, textIn, textOrNull } from '../../declaration/json-fields.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { names } from '../../declaration/names.ts';
import { ofDigits } from '../../declaration/numbers.ts';
import { type Activity, naturalPerson, type Register } from '../../declaration/register.ts';
import { type CompanyStatus, inState, statesOf } from '../../declaration/states.ts';
import type { JsonObject } from '../../files/table.ts';
import { jsonRegister } from '../../layouts/json-register.ts';
import { fiFields, finnishAddress, finnishLocalities } from './fields.ts';
import { addressReader, current, described, namesOf } from './values.ts';

/** The classifications of business lines, by the name of the code set. */
const editions = tableOf({ TOIMI: 'FI-TOL-1995', TOIMI2: 'FI-TOL-2002', TOIMI3: 'FI-TOL-2008', TOIMI4: 'FI-TOL-2025' });
const situations = statesOf('fi');
/** A private trader. They are not in the file; should one come, the row is dropped. */
const soleTrader = '26';
/** Types of addresses. */
const visiting = '1';
const postal = '2';
/** The code of the trade register among the authorities, and the types of entries for registered and ceased companies. */
const tradeRegister = '1';
const registered = '1';
const ceased = '4';

/** Finland: the Business Information System, published by the Patent and Registration Office. Sole traders are not in it. */
export const fi: Register = jsonRegister(
  {
    id: 'fi',
    country: { code: 'FI', name: 'Finland', nativeName: 'Suomi' },
    name: 'Business Information System (YTJ)',
    scheme: 'FI-PRO',
    licence: 'CC BY 4.0',
    sourceUrl: 'https://avoindata.prh.fi/en/ytj/swagger-ui',
    updateFrequency: 'daily',
    downloads: [{ url: 'https://avoindata.prh.fi/opendata-ytj-api/v3/all_companies', file: 'all_companies.zip', type: 'zip' }],
    dated: [{ name: /data_(\d{4})(\d{2})(\d{2})/ }, 'packed', 'downloaded'],
    revision: 3,
    fields: fiFields,
    classifications: { 'FI-TOL-1995': '1', 'FI-TOL-2002': '1.1', 'FI-TOL-2008': '2', 'FI-TOL-2025': '2.1', 'FI-TOL': null },
    address: finnishAddress,
    localities: finnishLocalities,
    otherNames: ({ parallelNames, auxiliaryNames, previousNames }) => [
      ...names('alternative', parallelNames),
      ...names('trading', auxiliaryNames),
      ...names('previous', previousNames),
    ],
    registeredAt: 'the day of the entry in the trade register; that of the business ID is `registry.businessIdRegisteredOn`',
    states: situations.list,
    persons: [
      // They have a line c/o, which often names a person.
      { columns: ['addresses'] },
      { fields: ['/registry/visitingAddress', '/registry/postalAddress'], columns: ['addresses'], when: 'careOf' },
    ],
    lei: { authorities: ['RA000188'] },
    euid: { prefix: 'FIFPRO.', of: ({ euId }) => euId },
    normalizeNumber: ofDigits(8),
    // Old numbers have a digit less.
    written: /^\d{6,7} ?- ?\d$/,
    idNumber: (number) => ofDigits(8)(number).replace(/^(\d{7})(\d)$/, '$1-$2'),
  },
  { lists: ['companies'], needs: ['businessId', 'names'] },
  (record) => {
    const number = textIn(objectIn(record['businessId'])['value']);
    // A record without a business ID is no company of this register yet.
    if (number === '') return undefined;
    if (textIn(formOf(record)['type']) === soleTrader) return naturalPerson;
    const { name, ...otherNames } = namesOf(record);
    const fields = registry(record);
    return {
      number,
      name,
      state: stateOf(record),
      stateText: fields.tradeRegisterStatus,
      legalForm: fields.legalFormText ?? fields.legalFormCode,
      registeredAt: registeredOn(record),
      endedAt: fields.endedOn,
      registry: { ...fields, ...otherNames },
      activities: activitiesIn(record),
      otherNumbers: { EUID: fields.euId },
    };
  },
);

const formOf = (record: JsonObject): JsonObject => latestFirst(current(record['companyForms']), 'registrationDate')[0] ?? {};
const situationOf = registryOf(members, fiFields.shape.situations.element);
const entryOf = registryOf(members, fiFields.shape.entries.element, { text: described });
const registry = registryOf(members, fiFields, {
  endedOn: (record) => dayIn(record['endDate']) ?? dayIn(ceasedEntry(record)?.['registrationDate']),
  legalFormCode: (record) => textOrNull(formOf(record)['type']),
  legalFormText: (record) => described(formOf(record)),
  parallelNames: () => [],
  auxiliaryNames: () => [],
  previousNames: () => [],
  situations: (record) => objectsIn(record['companySituations']).map(situationOf),
  visitingAddress: addressReader(visiting),
  postalAddress: addressReader(postal),
  entries: (record) => objectsIn(record['registeredEntries']).map(entryOf),
});

const tradeEntries = (record: JsonObject): readonly JsonObject[] =>
  objectsIn(record['registeredEntries']).filter((entry) => textIn(entry['register']) === tradeRegister);

const ceasedEntry = (record: JsonObject): JsonObject | undefined =>
  tradeEntries(record).find((entry) => textIn(entry['type']) === ceased && textIn(entry['endDate']) === '');

/** The day of registration in the trade register, which differs from that of the business ID. */
function registeredOn(record: JsonObject): string | null {
  const first = tradeEntries(record).findLast((entry) => textIn(entry['type']) === registered);
  return dayIn(record['registrationDate']) ?? dayIn(first?.['registrationDate']);
}

function stateOf(record: JsonObject): CompanyStatus {
  const inTradeRegister = textIn(record['tradeRegisterStatus']);
  if (textIn(record['endDate']) !== '' || inTradeRegister === ceased || ceasedEntry(record)) return inState.dissolved;
  const isEntered = tradeEntries(record).some((entry) => textIn(entry['type']) === registered && textIn(entry['endDate']) === '');
  const isActive = inTradeRegister === registered || (inTradeRegister === '' && isEntered);
  const known = current(record['companySituations']).map((one) => textIn(one['type']));
  return situations.ofAll(known, isActive ? 'active' : 'unknown');
}

function activitiesIn(record: JsonObject): Activity[] {
  const line = objectIn(record['mainBusinessLine']);
  const code = textOrNull(line['type']);
  if (code === null) return [];
  // A code without its edition is kept, though its meaning is not certain.
  const scheme = editions.get(textIn(line['typeCodeSet'])) ?? 'FI-TOL';
  return [{ kind: 'unlicensed', scheme, code, label: described(line) }];
}
