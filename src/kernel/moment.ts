import { z } from 'zod';

/** A date and time as JSON has it (RFC 3339), with its distance from UTC. */
export const moment = z.iso.datetime({ offset: true }).max(40);
