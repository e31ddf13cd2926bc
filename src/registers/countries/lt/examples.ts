import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [[{ address: { full: 'Vilnius, Gatvės g. 95, LT-07114' } }, { raw: 'Vilnius, Gatvės g. 95, LT-07114' }]],
  legalForms: ['Uždaroji akcinė bendrovė', 'Akcinė bendrovė', 'Viešosios įstaigos filialas'],
  written: (number) => [inGroups(number, [3, 3, 3], ' '), `LT${number}`],
};
