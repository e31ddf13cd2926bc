import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      {
        businessAddress: {
          ...{ lines: ['Langgata 87'], postTown: 'SANDNES', postCode: '4306', municipality: 'SANDNES' },
          ...{ municipalityCode: '1108', country: 'Norge', countryCode: 'NO' },
        },
        postalAddress: { lines: ['Postboks 32'] },
      },
      { lines: ['Langgata 87'], postalCode: '4306', locality: 'SANDNES', region: 'SANDNES', country: 'NO' },
    ],
    [
      {
        businessAddress: { lines: [], postTown: null, countryCode: null },
        postalAddress: { lines: ['Box 1'], countryCode: 'SE' },
      },
      { lines: ['Box 1'], country: 'SE' },
    ],
  ],
  legalForms: ['AS'],
  written: (number) => [inGroups(number, [3, 3, 3], ' '), `NO${number}MVA`, `${inGroups(number, [3, 3, 3], ' ')} MVA`],
};
