import type { Examples } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      {
        address: {
          ...{ country: 'Romania', county: 'Bucuresti', locality: 'Bucuresti Sectorul 3', street: 'Mosilor', number: '88' },
          ...{ staircase: 'F', apartment: 'F1', sector: '3', postCode: '030152' },
        },
      },
      {
        lines: ['Mosilor 88', 'sc. F, ap. F1'],
        postalCode: '030152',
        locality: 'Bucuresti Sectorul 3',
        region: 'Bucuresti',
        country: 'RO',
      },
    ],
  ],
  legalForms: ['SRL'],
  written: (number) => [number, number.replaceAll('/', ' '), number.replaceAll('/', '-')],
  lists: { forms: { 2: 3, 3: 6, 4: 1 } },
};
