import type { Examples } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      {
        visitingAddress: {
          street: 'Karakatu',
          buildingNumber: '7',
          entrance: 'A',
          apartment: '3',
          postCode: '02610',
          city: 'ESPOO',
        },
      },
      { lines: ['Karakatu 7 A 3'], postalCode: '02610', locality: 'ESPOO' },
    ],
    [
      { visitingAddress: null, postalAddress: { poBox: '226', postCode: '00045', city: 'NOKIA', municipalityCode: '536' } },
      { lines: ['PL 226'], postalCode: '00045', locality: 'NOKIA', country: 'FI' },
    ],
    [{ visitingAddress: { freeText: '1 Main Street, Cork', country: 'IE' } }, { country: 'IE', raw: '1 Main Street, Cork' }],
  ],
  otherNames: {
    name: 'Haikara Oyj',
    registry: {
      parallelNames: [{ name: 'Haikara Abp', from: '1997-09-01' }],
      auxiliaryNames: [{ name: 'Lintumylly', from: null }],
      previousNames: [{ name: 'Oy Haikara Ab', from: '1966-06-10', until: '1997-08-31' }],
    },
    others: [
      { kind: 'alternative', name: 'Haikara Abp', from: '1997-09-01' },
      { kind: 'trading', name: 'Lintumylly' },
      { kind: 'previous', name: 'Oy Haikara Ab', from: '1966-06-10', to: '1997-08-31' },
    ],
  },
  legalForms: ['Julkinen osakeyhtiö', 'Osakeyhtiö'],
  written: (number) => [number.replace('-', ''), `FI${number.replace('-', '')}`, number],
};
