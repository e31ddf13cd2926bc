import { z } from 'zod';
import { day, flag, group, numberValid, text } from '../../declaration/kinds.ts';

/** Japan */
export const jpFields = z.object({
  numberValid,
  kindCode: text('Kind of corporation, as a code.'),
  assignedOn: day('When the corporate number was given.'),
  processCode: text('What the latest entry is about, as a code.'),
  isCorrection: flag('Whether the latest entry corrects an earlier one.'),
  updatedOn: day('When the register last wrote the record.'),
  changedOn: day('When the change in the latest entry took effect.'),
  changeCause: text('What was changed, in words.'),
  closedOn: day('When the record was closed.'),
  closeCause: text('Why it was closed, as a code.'),
  successorNumber: text('Number of the corporation that took it over.'),
  englishName: text('Name in English.'),
  nameReading: text('How the name is read, in kana.'),
  nameImageId: text('Id of an image of the name, where signs of it are missing.'),
  isWithheldFromSearch: flag('Whether the register leaves it out of its own search.'),
  address: group('Of the head office.', {
    prefecture: text('Prefecture.'),
    city: text('City, ward, town or village.'),
    street: text('Street and number.'),
    prefectureCode: text('Code of the prefecture.'),
    cityCode: text('Code of the city within the prefecture.'),
    postCode: text('Post code.'),
    outsideJapan: text('An address in another country.'),
    imageId: text('Id of an image of the address, where signs of it are missing.'),
    outsideImageId: text('Id of an image of the address in another country.'),
  }),
  englishAddress: group('The address in English.', {
    prefecture: text('Prefecture.'),
    city: text('City and street.'),
    outsideJapan: text('An address in another country.'),
  }),
});
