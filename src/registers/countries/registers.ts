import type { Register } from '../declaration/register.ts';
import { au } from './au/register.ts';
import { be } from './be/register.ts';
import { cy } from './cy/register.ts';
import { cz } from './cz/register.ts';
import { ee } from './ee/register.ts';
import { fi } from './fi/register.ts';
import { fr } from './fr/register.ts';
import { gb } from './gb/register.ts';
import { ie } from './ie/register.ts';
import { jp } from './jp/register.ts';
import { lt } from './lt/register.ts';
import { lv } from './lv/register.ts';
import { md } from './md/register.ts';
import { no } from './no/register.ts';
import { ro } from './ro/register.ts';
import { se } from './se/register.ts';
import { sk } from './sk/register.ts';

/** All registers that can be imported. */
export const registers: readonly Register[] = [au, be, cy, cz, ee, fi, fr, gb, ie, jp, lt, lv, md, no, ro, se, sk];
