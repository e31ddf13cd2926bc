import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      {
        address: {
          ...{ full: 'Harju maakond, Tallinn, Tee 78-9', location: 'Tee 78-9', municipalityCode: '0176', postCode: '13513' },
          municipality: 'Haabersti linnaosa, Tallinn, Harju maakond',
        },
      },
      {
        lines: ['Tee 78-9'],
        postalCode: '13513',
        locality: 'Haabersti linnaosa, Tallinn, Harju maakond',
        country: 'EE',
        raw: 'Harju maakond, Tallinn, Tee 78-9',
      },
    ],
  ],
  legalForms: ['Osaühing'],
  written: (number) => [inGroups(number, [4, 4], ' '), `EE${number}`],
};
