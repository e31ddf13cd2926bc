import { daysBefore } from '../../declaration/dates.ts';
import { dayIn, latestFirst, members, objectIn, objectsIn, textIn, textOrNull } from '../../declaration/json-fields.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { names } from '../../declaration/names.ts';
import { czechoslovakGroups, isCzechoslovakNumber, ofDigits } from '../../declaration/numbers.ts';
import { type Activity, type Edition, naturalPerson, type Register } from '../../declaration/register.ts';
import { inState, statesOf } from '../../declaration/states.ts';
import type { JsonObject, JsonValue } from '../../files/table.ts';
import { jsonRegister } from '../../layouts/json-register.ts';
import { skFields, slovakAddress } from './fields.ts';

/** Natural persons come from the trade register, and have the legal forms 100 to 110, or 422 if they are foreign. */
const tradeRegister = '2';
const personForms = /^(?:10\d|110|422)$/;

/** The text states it in many wordings; a company in proceedings also has to state it at the end of its name. */
const states = statesOf('sk', (state) => {
  const [word] = /konkurz|reštruktur|likvid/i.exec(state) ?? [];
  return word === undefined ? state.toLowerCase() : `… ${word.toLowerCase()} …`;
});

/** Slovakia: the Register of Legal Persons of the Statistical Office. */
export const sk: Register = jsonRegister(
  {
    id: 'sk',
    country: { code: 'SK', name: 'Slovakia', nativeName: 'Slovensko' },
    name: 'Register of Legal Persons (RPO)',
    scheme: 'SK-RPO',
    // An entity without an identification number has the id of its record, which is shorter.
    numberScheme: (number) => (/^\d{8}$/.test(number) ? 'SK-ICO' : 'SK-RPO'),
    licence: 'CC BY 4.0',
    sourceUrl: 'https://susrrpo.docs.apiary.io/',
    updateFrequency: 'daily',
    dated: [{ name: /(?:init|actual)_(\d{4})-(\d{2})-(\d{2})/ }],
    revision: 3,
    fields: skFields,
    classifications: { 'SK-NACE-2': '2' },
    address: slovakAddress,
    otherNames: ({ alternativeNames, previousNames }) => [
      ...names('alternative', alternativeNames),
      ...names('previous', previousNames),
    ],
    registeredAt: 'the day on which the entity was established',
    states: states.list,
    pieces: /^init_(\d{4}-\d{2}-\d{2})_(\d{3})\.json$/,
    hasPersons: true,
    persons: [
      { columns: ['statutoryBodies', 'stakeholders', 'kuvPersonsInfo', 'topManagementsInfo'] },
      { fields: ['/registry/address'], columns: ['addresses'], when: 'careOf' },
    ],
    lei: { authorities: ['RA000526'] },
    normalizeNumber: ofDigits(8),
    written: czechoslovakGroups,
    // The id is made from the register's own id.
    idNumber: (key) => key,
  },
  { lists: ['results'], needs: ['id', 'fullNames'] },
  (record) => {
    if (codeIn(objectIn(record['sourceRegister'])) === tradeRegister) return naturalPerson;
    const fields = registry(record);
    if (personForms.test(fields.legalFormCode ?? '')) return naturalPerson;
    const key = textIn(record['id']);
    const names = latestFirst(objectsIn(record['fullNames']), 'validFrom');
    const main = currentOf(names);
    const name = textIn(main?.['value']);
    const isOver = (record['termination'] ?? '') !== '';
    const said = [fields.legalStatusText ?? '', endOf(name)].filter(Boolean);
    return {
      // The same number can come from two registers, and some entities have none.
      key,
      number: fields.ico ?? key,
      name,
      state: isOver ? inState.dissolved : states.ofAll(said, 'active'),
      stateText: fields.legalStatusText,
      legalForm: fields.legalFormText ?? fields.legalFormCode,
      registeredAt: dayIn(record['establishment']),
      endedAt: fields.endedOn,
      registry: { ...fields, previousNames: names.filter((one) => one !== main && textIn(one['value']) !== '').map(nameOf) },
      activities: activityOf(objectIn(objectIn(record['statisticalCodes'])['mainActivity'])),
      otherNumbers: { 'SK-ICO': fields.ico, 'SK-SOURCE-REGISTER': fields.registrationNumber },
    };
  },
  editionOf,
);

/**
 * A full edition comes once a month, in about twenty pieces. The file of a day has the entities that changed since the day
 * before.
 */
function editionOf(file: string): Edition | undefined {
  const [, kind, day] = /(init|actual)_(\d{4}-\d{2}-\d{2})/.exec(file) ?? [];
  if (day === undefined || dayIn(day) === null) return undefined;
  return kind === 'init' ? { id: day } : { id: day, since: daysBefore(day, 1) };
}

/** A value that has ended has an end date. 1 January 1800 means: none. */
const isCurrent = (one: JsonObject): boolean => ['', '1800-01-01'].includes(textIn(one['validTo']));

/** The current value: the latest without an end, or else the latest of all. The list may begin with the oldest. */
const currentOf = (sorted: readonly JsonObject[]): JsonObject | undefined => sorted.find(isCurrent) ?? sorted[0];
const current = (list: JsonValue | undefined): JsonObject | undefined => currentOf(latestFirst(objectsIn(list), 'validFrom'));

/** The value of a coded member is itself an object with text and code. */
const codeIn = (one: JsonObject | undefined): string => textIn(objectIn(one?.['value'])['code']);
const textInside = (one: JsonObject | undefined): string | null =>
  textOrNull(objectIn(one?.['value'])['value']) ?? textOrNull(one?.['value']);

const nameOf = registryOf(members, skFields.shape.previousNames.element, {
  until: (one) => (isCurrent(one) ? null : dayIn(one['validTo'])),
});
const businessObject = registryOf(members, skFields.shape.businessObjects.element, {
  text: (one) => textOrNull(one['economicActivityDescription']) ?? textInside(one),
});
/** The number 0 means that there is none; villages have no streets. */
const addressOf = registryOf(members, skFields.shape.address.unwrap(), {
  postCode: ({ postalCodes }) => textIn(Array.isArray(postalCodes) ? postalCodes[0] : undefined).replaceAll(' ', '') || null,
  municipality: (address) => textInside(objectIn(address['municipality'])),
});

function numberIn(record: JsonObject): string | null {
  const identifier = textIn(current(record['identifiers'])?.['value']);
  return /^\d+$/.test(identifier) ? identifier.padStart(8, '0') : null;
}

const sourceOf = (record: JsonObject): JsonObject => objectIn(record['sourceRegister']);

const registry = registryOf(members, skFields, {
  ico: numberIn,
  numberValid: (record) => {
    const number = numberIn(record);
    return number === null ? null : isCzechoslovakNumber(number);
  },
  legalFormCode: (record) => codeIn(current(record['legalForms'])) || null,
  legalFormText: (record) => textInside(current(record['legalForms'])),
  legalStatusCode: (record) => codeIn(current(record['legalStatuses'])) || null,
  legalStatusText: (record) => textInside(current(record['legalStatuses'])),
  previousNames: () => [],
  alternativeNames: (record) => objectsIn(record['alternativeNames']).map(nameOf),
  address: (record) => {
    const address = current(record['addresses']);
    return address ? addressOf(address) : null;
  },
  sourceRegister: (record) => ({ code: codeIn(sourceOf(record)) || null, name: textInside(sourceOf(record)) }),
  registrationOffice: (record) => textOrNull(current(sourceOf(record)['registrationOffices'])?.['value']),
  registrationNumber: (record) => textOrNull(current(sourceOf(record)['registrationNumbers'])?.['value']),
  businessObjects: (record) => objectsIn(record['activities']).filter(isCurrent).map(businessObject),
});

const endOf = (name: string): string => /v (?:likvidácii|konkurze|reštrukturalizácii)\s*$/i.exec(name)?.[0] ?? '';

function activityOf(main: JsonObject): Activity[] {
  const code = textOrNull(main['code']);
  return code === null ? [] : [{ kind: 'unlicensed', scheme: 'SK-NACE-2', code, label: textOrNull(main['value']) }];
}
