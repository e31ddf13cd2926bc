import { latestFirst, members, objectsIn, textIn, textOrNull } from '../../declaration/json-fields.ts';
import { registryOf } from '../../declaration/kinds.ts';
import type { JsonObject, JsonValue } from '../../files/table.ts';
import { fiFields } from './fields.ts';

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

const isOf = (type: string) => (one: JsonObject) => textIn(one['type']) === type;
const otherName = registryOf(members, fiFields.shape.parallelNames.element);
const previousName = registryOf(members, fiFields.shape.previousNames.element);

/** All names of a ceased company have ended; then the newest one is used. */
export function namesOf(record: JsonObject) {
  const all = latestFirst(objectsIn(record['names']), 'registrationDate').filter((one) => textIn(one['name']) !== '');
  const main = all.filter(isOf(mainName));
  const [chosen] = [...current(main), ...latestFirst(main, 'endDate')];
  return {
    name: textIn(chosen?.['name']),
    parallelNames: current(all.filter(isOf(parallelName))).map(otherName),
    auxiliaryNames: current(all.filter(isOf(auxiliaryName))).map(otherName),
    previousNames: main.filter((one) => one !== chosen && textIn(one['endDate']) !== '').map(previousName),
  };
}

/** The Finnish description, or else any: they come in three languages and in any order. */
export function described(coded: JsonObject): string | null {
  return inFinnish(objectsIn(coded['descriptions']), 'description');
}

function inFinnish(texts: readonly JsonObject[], name: string): string | null {
  const preferred = texts.find((one) => textIn(one['languageCode']) === finnish) ?? texts[0];
  return textOrNull(preferred?.[name]);
}

const offices = (address: JsonObject) => objectsIn(address['postOffices']);

/** The c/o line is left out, because it often names a person. Types of addresses are numbers, all other types are texts. */
export function addressReader(type: string) {
  const read = registryOf(members, fiFields.shape.visitingAddress.unwrap(), {
    apartment: (address) => textOrNull(`${textIn(address['apartmentNumber'])}${textIn(address['apartmentIdSuffix'])}`),
    city: (address) => inFinnish(offices(address), 'city'),
    citySwedish: (address) => textOrNull(offices(address).find((one) => textIn(one['languageCode']) === swedish)?.['city']),
    municipalityCode: (address) => inFinnish(offices(address), 'municipalityCode'),
  });
  return (record: JsonObject) => {
    const address = objectsIn(record['addresses']).find(isOf(type));
    return address ? read(address) : null;
  };
}
