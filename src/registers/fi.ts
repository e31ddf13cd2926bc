import type { JsonObject, JsonValue } from './files/table.ts';
import { dayIn, latestFirst, objectIn, objectsIn, textIn, textOrNull } from './json-fields.ts';
import { jsonRegister } from './json-register.ts';
import { ofDigits, weightedSum } from './numbers.ts';
import type { Activity, EntityStatus, Register } from './register.ts';

/** The classifications of business lines, by the name of the code set. */
const editions = new Map([
  ['TOIMI', 'FI-TOL-1995'],
  ['TOIMI2', 'FI-TOL-2002'],
  ['TOIMI3', 'FI-TOL-2008'],
  ['TOIMI4', 'FI-TOL-2025'],
]);
/** Bankruptcy, restructuring, liquidation. */
const situations = new Map<string, EntityStatus>([
  ['KONK', 'insolvent'],
  ['SANE', 'insolvent'],
  ['SELTILA', 'winding_up'],
]);
/** Types of names, of addresses and of languages. */
const [mainName, parallelName, auxiliaryName] = ['1', '2', '3'];
const [visiting, postal] = ['1', '2'];
const finnish = '1';
/** The trade register among the registers of authorities, and the type of an entry that says that a company has ceased. */
const [tradeRegister, registered, ceased] = ['1', '1', '4'];

/** Finland: the Business Information System, published by the Patent and Registration Office. Sole traders are not in it. */
export const fi: Register = jsonRegister(
  {
    id: 'fi',
    country: { code: 'FI', name: 'Finland', nativeName: 'Suomi' },
    name: 'Business Information System (YTJ)',
    scheme: 'FI-PRO',
    licence: 'CC BY 4.0',
    sourceUrl: 'https://avoindata.prh.fi/en/ytj/swagger-ui',
    downloads: [{ url: 'https://avoindata.prh.fi/opendata-ytj-api/v3/all_companies', file: 'all_companies.zip', type: 'zip' }],
    revision: 1,
    // A line c/o often names a person.
    personal: ['addresses'],
    normalizeNumber: ofDigits(8),
  },
  { lists: ['companies'], needs: ['businessId', 'names'] },
  (record) => {
    const number = textIn(objectIn(record['businessId'])['value']);
    // What has no business ID yet is no company of this register.
    if (number === '') return undefined;
    const names = namesOf(record);
    const registeredAt = registeredOn(record);
    const endedOn = dayIn(record['endDate']) ?? dayIn(ceasedEntry(record)?.['registrationDate']);
    const [form = {}] = latestFirst(current(record['companyForms']), 'registrationDate');
    const euId = textOrNull(objectIn(record['euId'])['value']);
    const status = statusOf(record);
    return {
      number,
      name: names.name,
      status,
      legalForm: described(form) ?? textOrNull(form['type']),
      registeredAt,
      registry: {
        numberValid: isBusinessId(number),
        businessIdRegisteredOn: dayIn(objectIn(record['businessId'])['registrationDate']),
        euId,
        tradeRegisterStatus: textOrNull(record['tradeRegisterStatus']),
        businessIdStatus: textOrNull(record['status']),
        endedOn,
        legalFormCode: textOrNull(form['type']),
        legalFormText: described(form),
        parallelNames: names.parallel,
        auxiliaryNames: names.auxiliary,
        previousNames: names.previous,
        situations: objectsIn(record['companySituations']).map(situationOf),
        visitingAddress: addressOf(record, visiting),
        postalAddress: addressOf(record, postal),
        website: textOrNull(objectIn(record['website'])['url']),
        entries: objectsIn(record['registeredEntries']).map(entryOf),
        modifiedAt: textOrNull(record['lastModified']),
      },
      activities: activitiesOf(record),
      registrations: [
        {
          scheme: 'FI-PRO',
          number,
          status: textOrNull(record['tradeRegisterStatus']),
          validFrom: registeredAt,
          validTo: endedOn,
        },
        ...(euId === null ? [] : [{ scheme: 'EUID', number: euId, status: null, validFrom: null, validTo: null }]),
      ],
    };
  },
);

/** Seven digits, a dash and a check digit. A remainder of 1 belongs to no number. */
function isBusinessId(number: string): boolean {
  if (!/^\d{7}-\d$/.test(number)) return false;
  const remainder = weightedSum(number, [7, 9, 10, 5, 8, 4, 2]) % 11;
  return remainder !== 1 && Number(number[8]) === (remainder === 0 ? 0 : 11 - remainder);
}

/** Those of a list that have not ended. */
const current = (list: JsonValue | undefined): JsonObject[] => objectsIn(list).filter((one) => textIn(one['endDate']) === '');

/** A company that has ceased has only names that have ended; then the newest one counts. */
function namesOf(record: JsonObject) {
  const all = latestFirst(objectsIn(record['names']), 'registrationDate').filter((one) => textIn(one['name']) !== '');
  const [chosen] = [...current(all.filter(isMain)), ...latestFirst(all.filter(isMain), 'endDate')];
  const others = (type: string | undefined) =>
    current(all.filter((one) => textIn(one['type']) === type)).map((one) => ({
      name: textIn(one['name']),
      from: dayIn(one['registrationDate']),
    }));
  return {
    name: textIn(chosen?.['name']),
    parallel: others(parallelName),
    auxiliary: others(auxiliaryName),
    previous: all
      .filter((one) => isMain(one) && one !== chosen && textIn(one['endDate']) !== '')
      .map((one) => ({ name: textIn(one['name']), from: dayIn(one['registrationDate']), until: dayIn(one['endDate']) })),
  };
}

const isMain = (name: JsonObject): boolean => textIn(name['type']) === mainName;

const tradeEntries = (record: JsonObject): readonly JsonObject[] =>
  objectsIn(record['registeredEntries']).filter((entry) => textIn(entry['register']) === tradeRegister);

const ceasedEntry = (record: JsonObject): JsonObject | undefined =>
  tradeEntries(record).find((entry) => textIn(entry['type']) === ceased && textIn(entry['endDate']) === '');

/** The day of the trade register. The one of the business ID is another. */
function registeredOn(record: JsonObject): string | null {
  const first = tradeEntries(record).findLast((entry) => textIn(entry['type']) === registered);
  return dayIn(record['registrationDate']) ?? dayIn(first?.['registrationDate']);
}

function statusOf(record: JsonObject): EntityStatus {
  const inTradeRegister = textIn(record['tradeRegisterStatus']);
  if (textIn(record['endDate']) !== '' || inTradeRegister === ceased || ceasedEntry(record)) return 'dissolved';
  const known = current(record['companySituations']).map((one) => situations.get(textIn(one['type'])));
  if (known.includes('insolvent')) return 'insolvent';
  if (known.includes('winding_up')) return 'winding_up';
  if (inTradeRegister === registered) return 'active';
  const isEntered = tradeEntries(record).some((entry) => textIn(entry['type']) === registered && textIn(entry['endDate']) === '');
  return inTradeRegister === '' && isEntered ? 'active' : 'unknown';
}

const situationOf = (one: JsonObject) => ({
  type: textOrNull(one['type']),
  from: dayIn(one['registrationDate']),
  until: dayIn(one['endDate']),
});

const entryOf = (one: JsonObject) => ({
  register: textOrNull(one['register']),
  authority: textOrNull(one['authority']),
  type: textOrNull(one['type']),
  text: described(one),
  from: dayIn(one['registrationDate']),
  until: dayIn(one['endDate']),
});

/** The Finnish description, or else any: they come in three languages and in any order. */
function described(coded: JsonObject): string | null {
  return inFinnish(objectsIn(coded['descriptions']), 'description');
}

function inFinnish(texts: readonly JsonObject[], name: string): string | null {
  const preferred = texts.find((one) => textIn(one['languageCode']) === finnish) ?? texts[0];
  return textOrNull(preferred?.[name]);
}

/** The c/o line is left out, for it often names a person. Types of addresses are numbers, where all other types are texts. */
function addressOf(record: JsonObject, type: string | undefined) {
  const address = objectsIn(record['addresses']).find((one) => textIn(one['type']) === type);
  if (!address) return null;
  const offices = objectsIn(address['postOffices']);
  return {
    street: textOrNull(address['street']),
    buildingNumber: textOrNull(address['buildingNumber']),
    entrance: textOrNull(address['entrance']),
    apartment: textOrNull(`${textIn(address['apartmentNumber'])}${textIn(address['apartmentIdSuffix'])}`),
    poBox: textOrNull(address['postOfficeBox']),
    postCode: textOrNull(address['postCode']),
    city: inFinnish(offices, 'city'),
    municipalityCode: inFinnish(offices, 'municipalityCode'),
    country: textOrNull(address['country']),
    freeText: textOrNull(address['freeAddressLine']),
  };
}

function activitiesOf(record: JsonObject): Activity[] {
  const line = objectIn(record['mainBusinessLine']);
  const code = textOrNull(line['type']);
  if (code === null) return [];
  // Without its edition a code is kept, but says little.
  const scheme = editions.get(textIn(line['typeCodeSet'])) ?? 'FI-TOL';
  return [{ kind: 'unlicensed', scheme, code, label: described(line) }];
}
