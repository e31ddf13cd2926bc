import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      { address: { street: 'Ensillre 2286', postCode: '84100', postTown: 'ÅNGE', country: 'SE' } },
      { lines: ['Ensillre 2286'], postalCode: '84100', locality: 'ÅNGE', country: 'SE' },
    ],
  ],
  otherNames: {
    name: 'Häger AB',
    registry: {
      otherNames: [
        { name: 'Heron Ltd', type: 'FORNAMN_FRSPRAK', since: '2001-02-03' },
        { name: 'Häger Bygg', type: 'SARS_FORNAMN', since: null },
      ],
    },
    others: [
      { kind: 'alternative', name: 'Heron Ltd', from: '2001-02-03' },
      { kind: 'trading', name: 'Häger Bygg' },
    ],
  },
  legalForms: ['I'],
  written: (number) => [inGroups(number, [6, 4], '-'), `16${number}`, `SE${number}01`],
  lists: { forms: { 1: 3, 2: 12, 3: 10, 4: 4 }, 'sni-2025': { 5: 835 } },
};
