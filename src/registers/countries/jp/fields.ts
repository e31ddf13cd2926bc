import { z } from 'zod';
import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import { oneIsTrue } from '../../declaration/columns.ts';
import { day, flag, group, numberValidBy, text } from '../../declaration/kinds.ts';
import { weightedSum } from '../../declaration/numbers.ts';

/** Thirteen digits, of which the first is the check digit. */
function isCorporateNumber(number: string): boolean {
  if (!/^\d{13}$/.test(number)) return false;
  return 9 - (weightedSum(number.slice(1), [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]) % 9) === Number(number[0]);
}

/** Japan */
export const jpFields = z.object({
  numberValid: numberValidBy('corporateNumber', isCorporateNumber),
  kindCode: text('Kind of corporation, as a code.', 'kind'),
  assignedOn: day('When the corporate number was given.', 'assignmentDate'),
  processCode: text('What the latest entry is about, as a code.', 'process'),
  isCorrection: flag('Whether the latest entry corrects an earlier one.', 'correct', oneIsTrue),
  updatedOn: day('When the register last wrote the record.', 'updateDate'),
  changedOn: day('When the change in the latest entry took effect.', 'changeDate'),
  changeCause: text('What was changed, in words.', 'changeCause'),
  closedOn: day('When the record was closed.', 'closeDate'),
  closeCause: text('Why it was closed, as a code.', 'closeCause'),
  successorNumber: text('Number of the corporation that took it over.', 'successorCorporateNumber'),
  englishName: text('Name in English.', 'enName'),
  nameReading: text('How the name is read, in kana.', 'furigana'),
  nameImageId: text('Id of an image of the name, where signs of it are missing.', 'nameImageId'),
  isWithheldFromSearch: flag('Whether the register leaves it out of its own search.', 'hihyoji', oneIsTrue),
  address: group('Of the head office.', {
    prefecture: text('Prefecture.', 'prefectureName'),
    city: text('City, ward, town or village.', 'cityName'),
    street: text('Street and number.', 'streetNumber'),
    prefectureCode: text('Code of the prefecture.', 'prefectureCode'),
    cityCode: text('Code of the city within the prefecture.', 'cityCode'),
    postCode: text('Post code.', 'postCode'),
    outsideJapan: text('An address in another country.', 'addressOutside'),
    imageId: text('Id of an image of the address, where signs of it are missing.', 'addressImageId'),
    outsideImageId: text('Id of an image of the address in another country.', 'addressOutsideImageId'),
  }),
  englishAddress: group('The address in English.', {
    prefecture: text('Prefecture.', 'enPrefectureName'),
    city: text('City and street.', 'enCityName'),
    outsideJapan: text('An address in another country.', 'enAddressOutside'),
  }),
});

/** The head office. An address in another country is one text. */
export function japaneseAddress({ address }: StoredFields<typeof jpFields>) {
  if (!address) return null;
  return addressFrom({
    lines: [address.street],
    postalCode: address.postCode,
    locality: address.city,
    region: address.prefecture,
    // The numbers of the 47 prefectures; abroad is 99.
    country: /^(?:0[1-9]|[1-3]\d|4[0-7])$/.test(address.prefectureCode ?? '') ? 'JP' : null,
    raw: address.outsideJapan,
  });
}
