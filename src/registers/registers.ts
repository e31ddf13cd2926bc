import { be } from './be.ts';
import { cy } from './cy.ts';
import { ee } from './ee.ts';
import { gb } from './gb.ts';
import { lt } from './lt.ts';
import { lv } from './lv.ts';
import { md } from './md.ts';
import { no } from './no.ts';
import type { Register } from './register.ts';
import { ro } from './ro.ts';

/** The registers that can be imported: one line each. */
export const registers: readonly Register[] = [be, cy, ee, gb, lt, lv, md, no, ro];
