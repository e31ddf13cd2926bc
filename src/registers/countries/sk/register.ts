import { daysBefore } from '../../declaration/dates.ts';
import { dayIn, latestFirst, objectIn, objectsIn, textIn, textOrNull } from '../../declaration/json-fields.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { names } from '../../declaration/names.ts';
import { czechoslovakGroups, isCzechoslovakNumber, ofDigits } from '../../declaration/numbers.ts';
import { type Activity, type Edition, naturalPerson, type Register } from '../../declaration/register.ts';
import { inState, States } from '../../declaration/states.ts';
import type { JsonObject, JsonValue } from '../../files/table.ts';
import { jsonRegister } from '../../layouts/json-register.ts';
import { slovakAddress } from './address.ts';
import { skFields } from './fields.ts';

/** Natural persons come from the trade register, and have the legal forms 100 to 110, or 422 if they are foreign. */
const tradeRegister = '2';
const personForms = /^(?:10\d|110|422)$/;

/** The text states it in many wordings; a company in proceedings also has to state it at the end of its name. */
const states = new States(
  { nothing: ['Bez záznamu'], winding_up: ['… likvid …'], insolvent: ['… konkurz …', '… reštruktur …'] },
  (state) => {
    const [word] = /konkurz|reštruktur|likvid/i.exec(state) ?? [];
    return word === undefined ? state.toLowerCase() : `… ${word.toLowerCase()} …`;
  },
);

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
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
    classifications: { 'SK-NACE-2': '2' },
    address: slovakAddress,
    otherNames: ({ alternativeNames, previousNames }) => [
      ...names('alternative', alternativeNames),
      ...names('previous', previousNames),
    ],
    registeredAt: 'the day on which the entity was established',
    states: [{ state: '`termination` has a day', status: 'dissolved' }, ...states.list, { state: 'none', status: 'active' }],
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
    const source = objectIn(record['sourceRegister']);
    const form = coded(current(record['legalForms']));
    if (codeIn(source) === tradeRegister || personForms.test(form.code)) return naturalPerson;
    const key = textIn(record['id']);
    const identifier = textIn(current(record['identifiers'])?.['value']);
    const number = /^\d+$/.test(identifier) ? identifier.padStart(8, '0') : null;
    const names = latestFirst(objectsIn(record['fullNames']), 'validFrom');
    const main = currentOf(names);
    const name = textIn(main?.['value']);
    const endedOn = dayIn(record['termination']);
    const isOver = (record['termination'] ?? '') !== '';
    const legalStatus = coded(current(record['legalStatuses']));
    const registration = textOrNull(current(source['registrationNumbers'])?.['value']);
    return {
      // The same number can come from two registers, and some entities have none.
      key,
      number: number ?? key,
      name,
      state: isOver ? inState.dissolved : states.ofAll([legalStatus.text, endOf(name)].filter(Boolean), 'active'),
      stateText: legalStatus.text || null,
      legalForm: form.text || form.code || null,
      registeredAt: dayIn(record['establishment']),
      endedAt: endedOn,
      registry: {
        rpoId: key || null,
        ico: number,
        numberValid: number === null ? null : isCzechoslovakNumber(number),
        legalFormCode: form.code || null,
        legalFormText: form.text || null,
        legalStatusCode: legalStatus.code || null,
        legalStatusText: legalStatus.text || null,
        endedOn,
        previousNames: names.filter((one) => one !== main && textIn(one['value']) !== '').map(nameOf),
        alternativeNames: objectsIn(record['alternativeNames']).map(nameOf),
        address: addressOf(current(record['addresses'])),
        sourceRegister: { code: codeIn(source) || null, name: coded(source).text || null },
        registrationOffice: textOrNull(current(source['registrationOffices'])?.['value']),
        registrationNumber: registration,
        businessObjects: objectsIn(record['activities']).filter(isCurrent).map(objectOf),
        modifiedOn: dayIn(record['dbModificationDate']),
      },
      activities: activityOf(objectIn(objectIn(record['statisticalCodes'])['mainActivity'])),
      otherNumbers: { 'SK-ICO': number, 'SK-SOURCE-REGISTER': registration },
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
function coded(one: JsonObject | undefined): { code: string; text: string } {
  const value = one?.['value'];
  const inner = objectIn(value);
  return { code: textIn(inner['code']), text: textIn(inner['value']) || textIn(value) };
}
const codeIn = (one: JsonObject): string => coded(one).code;

const nameOf = (one: JsonObject) => ({
  name: textIn(one['value']),
  from: dayIn(one['validFrom']),
  until: isCurrent(one) ? null : dayIn(one['validTo']),
});

const objectOf = (one: JsonObject) => ({
  text: textOrNull(one['economicActivityDescription']) ?? (coded(one).text || null),
  from: dayIn(one['validFrom']),
});

const endOf = (name: string): string => /v (?:likvidácii|konkurze|reštrukturalizácii)\s*$/i.exec(name)?.[0] ?? '';

/** The number 0 means that there is none; villages have no streets. */
function addressOf(address: JsonObject | undefined) {
  if (!address) return null;
  const registerNumber = textIn(address['regNumber']);
  const postCodes = Array.isArray(address['postalCodes']) ? (address['postalCodes'] as readonly JsonValue[]) : [];
  return {
    street: textOrNull(address['street']),
    registerNumber: registerNumber === '0' ? null : registerNumber || null,
    buildingNumber: textOrNull(address['buildingNumber']),
    postCode: textIn(postCodes[0]).replaceAll(' ', '') || null,
    municipality: coded(objectIn(address['municipality'])).text || null,
    country: textOrNull(objectIn(address['country'])['value']),
    countryCode: textOrNull(objectIn(address['country'])['code']),
    from: dayIn(address['validFrom']),
  };
}

function activityOf(main: JsonObject): Activity[] {
  const code = textOrNull(main['code']);
  return code === null ? [] : [{ kind: 'unlicensed', scheme: 'SK-NACE-2', code, label: textOrNull(main['value']) }];
}
