import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      {
        address: {
          ...{ street: 'Dlouhá', houseNumber: '730', orientationNumber: '35', district: 'Staré Město', municipality: 'Praha' },
          ...{ postCode: '11000', municipalityCode: '554782' },
        },
      },
      { lines: ['Dlouhá 730/35', 'Staré Město'], postalCode: '11000', locality: 'Praha', country: 'CZ' },
    ],
    // A village without streets; and a text alone.
    [
      { address: { houseNumber: '12', district: 'Lhota', municipality: 'Lhota', postCode: '28002' } },
      { lines: ['Lhota 12'], postalCode: '28002', locality: 'Lhota' },
    ],
    [{ address: { full: 'Wien, Hauptstrasse 1' } }, { raw: 'Wien, Hauptstrasse 1' }],
  ],
  legalForms: [],
  written: (number) => [`CZ${number}`, inGroups(number, [2, 3, 3], ' ')],
  lists: { forms: { 3: 105 }, 'nace-2': { 1: 21, 2: 88, 3: 272, 4: 615 }, 'nace-2.1': { 1: 22, 2: 87, 3: 287, 4: 651 } },
};
