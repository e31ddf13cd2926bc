import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      { address: { full: 'Valmiera, "Centrs"', postCode: '4201', territoryCode: '0885162' } },
      { postalCode: '4201', country: 'LV', raw: 'Valmiera, "Centrs"' },
    ],
  ],
  legalForms: ['SIA', 'IK'],
  written: (number) => [`LV${number}`, inGroups(number, [4, 4, 3], ' ')],
};
