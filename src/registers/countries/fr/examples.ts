import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [[{ seatNumber: '01675069700050' }, null]],
  otherNames: {
    name: 'SOCIETE DES HERONS',
    registry: { usualNames: ['LE HERON', 'LE HERON'], acronym: 'SDH' },
    others: [
      { kind: 'trading', name: 'LE HERON' },
      { kind: 'alternative', name: 'SDH' },
    ],
  },
  legalForms: ['5710', '5699'],
  written: (number) => [inGroups(number, [3, 3, 3], ' '), `FR83${number}`],
  lists: {
    forms: { 4: 262 },
    'nap-1973': { 5: 650 },
    'naf-1993': { 5: 696 },
    'naf-2003': { 5: 712 },
    'naf-2008': { 6: 732 },
    // INSEE has 747; see the register for the one that is missing.
    'naf-2025': { 6: 746 },
  },
};
