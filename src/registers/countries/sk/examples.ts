import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      {
        address: {
          street: 'Vlčie hrdlo',
          buildingNumber: '1',
          postCode: '82412',
          municipality: 'Bratislava',
          countryCode: '703',
        },
      },
      { lines: ['Vlčie hrdlo 1'], postalCode: '82412', locality: 'Bratislava', country: 'SK' },
    ],
    [
      { address: { registerNumber: '12', buildingNumber: '4', municipality: 'Lehota', countryCode: '203' } },
      { lines: ['Lehota 12/4'], locality: 'Lehota', country: 'CZ' },
    ],
  ],
  otherNames: {
    name: 'VOLAVKA, a.s.',
    registry: {
      previousNames: [{ name: 'VOLAVKA s.r.o.', from: '1992-04-29', until: '1998-11-29' }],
      alternativeNames: [
        { name: 'HERON', from: '2000-01-01', until: null },
        { name: '', from: null, until: null },
      ],
    },
    others: [
      { kind: 'alternative', name: 'HERON', from: '2000-01-01' },
      { kind: 'previous', name: 'VOLAVKA s.r.o.', from: '1992-04-29', to: '1998-11-29' },
    ],
  },
  legalForms: ['Akciová spoločnosť'],
  written: (number) => [inGroups(number, [2, 3, 3], ' ')],
};
