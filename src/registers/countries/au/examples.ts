import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [[{ numberKind: 'ACN' }, null]],
  otherNames: {
    name: 'HERON PTY LTD',
    registry: { previousNames: [{ name: 'EGRET PTY LTD', from: null, until: null }] },
    others: [{ kind: 'previous', name: 'EGRET PTY LTD' }],
  },
  legalForms: ['APTY'],
  written: (number) => [inGroups(number, [3, 3, 3], ' '), `ACN ${inGroups(number, [3, 3, 3], ' ')}`],
  lists: { forms: { 4: 18 } },
};
