import { z } from 'zod';
import type { NumberRule, PatternRule, Rule } from '../../src/kernel/rules.ts';

/** Our ids and cursors are shorter, so longer values are refused without a query. */
export const maxLengths = { id: 100, auditCursor: 20, header: 200 };

/** A text parameter with a rule. */
export const text = ({ allows, message }: Rule<string>) => z.string().refine(allows, message);

/** A text parameter with a pattern. */
export const patterned = ({ pattern, message }: PatternRule) => z.string().regex(pattern, message).optional();

/** A whole number of a body. */
export const numeral = ({ allows, message, least, most }: NumberRule) =>
  z.number(message).refine(allows, message).meta({ type: 'integer', minimum: least, maximum: most });

/** A parameter that is a whole number, only in digits: `1e3`, `+1` and ` 1` are refused. */
export const digits = ({ allows, message, least, most }: NumberRule) =>
  z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine(allows, message)
    .optional()
    .meta({ type: 'integer', pattern: undefined, minimum: least, maximum: most });
