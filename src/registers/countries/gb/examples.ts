import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    // The c/o line names a person and is left out.
    [
      {
        address: {
          ...{ careOf: 'JANE DOE', poBox: '7', line1: '26 ROAD', line2: 'HUNSLET', postTown: 'LEEDS', county: 'YORKSHIRE' },
          ...{ country: 'ENGLAND', postCode: 'LS10 2RU' },
        },
      },
      {
        lines: ['PO Box 7', '26 ROAD', 'HUNSLET'],
        postalCode: 'LS10 2RU',
        locality: 'LEEDS',
        region: 'YORKSHIRE',
        country: 'GB',
      },
    ],
    [{ address: { careOf: 'JANE DOE' } }, null],
    [{ address: { line1: '1', country: 'WEST GERMANY' } }, { lines: ['1'] }],
    [{ address: { line1: '1', country: 'UNITED KINGDOM' } }, { lines: ['1'], country: 'GB' }],
    [{ address: { line1: '1', country: 'RUSSIA' } }, { lines: ['1'], country: 'RU' }],
  ],
  otherNames: {
    name: 'HERON LIMITED',
    registry: { previousNames: [{ name: 'EGRET LIMITED', until: '2011-07-15' }] },
    others: [{ kind: 'previous', name: 'EGRET LIMITED', to: '2011-07-15' }],
  },
  legalForms: [
    'Private Limited Company',
    'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)',
    'Other company type',
    'Public Limited Company',
    'Limited Partnership',
    "PRI/LBG/NSC (Private, Limited by guarantee, no share capital, use of 'Limited' exemption)",
    'Limited Liability Partnership',
    'Private Unlimited Company',
    'Industrial and Provident Society',
    'Community Interest Company',
    'Royal Charter Company',
    'Old Public Company',
  ],
  written: (number) => [/^[A-Z]/.test(number) ? inGroups(number, [2, 6], ' ') : number.replace(/^0+/, ''), number.toLowerCase()],
};
