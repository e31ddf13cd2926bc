import type { Examples } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      { address: { street: 'Λεωφόρος 7', building: null, territory: '1095, ΛΕΥΚΩΣΙΑ' } },
      { lines: ['Λεωφόρος 7', '1095, ΛΕΥΚΩΣΙΑ'] },
    ],
  ],
  otherNames: {
    name: 'ΑΛΚΥΩΝ ΛΤΔ',
    registry: { previousNames: [{ name: 'ΑΛΚΥΟΝΙΣ ΛΤΔ', status: 'Προηγούμενο' }] },
    others: [{ kind: 'previous', name: 'ΑΛΚΥΟΝΙΣ ΛΤΔ' }],
  },
  legalForms: [],
  written: (number) => {
    const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(number) ?? [];
    const greek = letters.replaceAll(/[HEAS]/g, (letter) => ({ H: 'Η', E: 'Ε', A: 'Α', S: 'Σ' })[letter] ?? letter);
    return [`${greek}${digits}`, greek.toLowerCase() + digits, `${letters}00${digits}`, `CY${number}`.slice(2)];
  },
};
