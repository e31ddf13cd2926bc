import { au } from './au.ts';
import { be } from './be.ts';
import { cy } from './cy.ts';
import { cz } from './cz.ts';
import { ee } from './ee.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { gb } from './gb.ts';
import { ie } from './ie.ts';
import { jp } from './jp.ts';
import { lt } from './lt.ts';
import { lv } from './lv.ts';
import { md } from './md.ts';
import { no } from './no.ts';
import type { Register } from './register.ts';
import { ro } from './ro.ts';
import { se } from './se.ts';
import { sk } from './sk.ts';

/** The registers that can be imported: one line each. */
export const registers: readonly Register[] = [au, be, cy, cz, ee, fi, fr, gb, ie, jp, lt, lv, md, no, ro, se, sk];
