import { dayIn, latestFirst, objectsIn, textIn, textOrNull } from '../../declaration/json-fields.ts';
import type { JsonObject, JsonValue } from '../../files/table.ts';

/* Parts of a Finnish record: names, descriptions, entries and addresses. */

/** Types of names and of languages. */
const mainName = '1';
const parallelName = '2';
const auxiliaryName = '3';
const finnish = '1';
const swedish = '2';

/** The entries of a list that have not ended. */
export const current = (list: JsonValue | undefined): JsonObject[] =>
  objectsIn(list).filter((one) => textIn(one['endDate']) === '');

/** All names of a ceased company have ended; then the newest one is used. */
export function namesOf(record: JsonObject) {
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

export const situationOf = (one: JsonObject) => ({
  type: textOrNull(one['type']),
  from: dayIn(one['registrationDate']),
  until: dayIn(one['endDate']),
});

export const entryOf = (one: JsonObject) => ({
  register: textOrNull(one['register']),
  authority: textOrNull(one['authority']),
  type: textOrNull(one['type']),
  text: described(one),
  from: dayIn(one['registrationDate']),
  until: dayIn(one['endDate']),
});

/** The Finnish description, or else any: they come in three languages and in any order. */
export function described(coded: JsonObject): string | null {
  return inFinnish(objectsIn(coded['descriptions']), 'description');
}

function inFinnish(texts: readonly JsonObject[], name: string): string | null {
  const preferred = texts.find((one) => textIn(one['languageCode']) === finnish) ?? texts[0];
  return textOrNull(preferred?.[name]);
}

/** The c/o line is left out, because it often names a person. Types of addresses are numbers, all other types are texts. */
export function addressOf(record: JsonObject, type: string | undefined) {
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
    citySwedish: textOrNull(offices.find((one) => textIn(one['languageCode']) === swedish)?.['city']),
    municipalityCode: inFinnish(offices, 'municipalityCode'),
    country: textOrNull(address['country']),
    freeText: textOrNull(address['freeAddressLine']),
  };
}
