import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      { address: 'mun. Chişinău, str. Mare, 1', territoryCode: '0120' },
      { country: 'MD', raw: 'mun. Chişinău, str. Mare, 1' },
    ],
  ],
  legalForms: [
    'Societate cu răspundere limitată',
    'Întreprindere individuală',
    'Întreprindere municipală',
    'Cooperativă de producţie (inclusiv agricole)',
  ],
  written: (number) => [number, inGroups(number, [4, 3, 3, 3], ' ')],
};
