import { z } from 'zod';

/** A date and time with its offset from UTC (RFC 3339). */
export const moment = z.iso.datetime({ offset: true }).max(40);
