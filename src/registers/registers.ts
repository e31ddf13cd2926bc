import { ee } from './ee.ts';
import { gb } from './gb.ts';
import { lv } from './lv.ts';
import { md } from './md.ts';
import { no } from './no.ts';
import type { Register } from './register.ts';

/** The registers that can be imported: one line each. */
export const registers: readonly Register[] = [ee, gb, lv, md, no];
