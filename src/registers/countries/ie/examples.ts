import type { Examples } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      { address: { lines: ['THE CHURCH', "ST. MARY'S PLACE", 'DUBLIN 7'], eircode: 'D07 P4AX' } },
      { lines: ['THE CHURCH', "ST. MARY'S PLACE", 'DUBLIN 7'], postalCode: 'D07 P4AX', country: 'IE' },
    ],
    [{ address: { lines: [], eircode: null } }, null],
  ],
  legalForms: ['LTD - Private Company Limited by Shares'],
  written: (number) => [number, number.padStart(7, '0'), `IE${number}`],
};
