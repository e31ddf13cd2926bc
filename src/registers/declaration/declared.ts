import type { z } from 'zod';
import { dayInName } from './file-date.ts';
import { legalFormsOf } from './legal-forms.ts';
import type { About, Register } from './register.ts';

/** What a register declares, with the legal forms of its folder. Most publishers say nothing of the day but by these ways. */
export const declared = <Fields extends z.ZodObject>(about: About<Fields>): Omit<Register, 'open'> => ({
  legalForms: legalFormsOf(about.id),
  dated: [dayInName, 'packed', 'downloaded'],
  ...about,
});
