import { z } from 'zod';
import type { ApiKey } from '../../database/client.ts';
import { shortLife } from '../limits.ts';
import type { StoredPowers } from './key-powers.ts';

/** The part of a key that its account may see. */
export interface KeyRow
  extends Pick<ApiKey, 'id' | 'name' | 'prefix' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'rotatedAt'>,
    StoredPowers {}

/** A new key and its secret. */
export interface MadeKey {
  apiKey: KeyRow;
  secret: string;
}

/** What is kept of a new key, to give the same answer again. */
export const KeptKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date().nullable(),
  scopes: z.array(z.string()).nullable(),
  addresses: z.array(z.string()).nullable(),
  minuteLimit: z.number().nullable(),
  monthlyQuota: z.number().nullable(),
  secret: z.string(),
});

/** The columns of the powers of a key. */
export const powerColumns = `scopes, addresses, minute_limit AS "minuteLimit", monthly_quota AS "monthlyQuota"`;

/** The columns of a KeyRow. The last use is rounded down to the minute, so it could be before the creation. */
export const keyColumns = `id, name, prefix, created_at AS "createdAt",
  CASE WHEN last_used_at < created_at THEN created_at ELSE last_used_at END AS "lastUsedAt",
  expires_at AS "expiresAt", rotated_at AS "rotatedAt", ${powerColumns}`;

/** The SQL condition of an active key. It uses the clock of the database, so all instances agree. */
export const isActive = (table = 'api_key'): string =>
  `${table}.revoked_at IS NULL AND (${table}.expires_at IS NULL OR ${table}.expires_at > clock_timestamp())`;

/** The SQL condition of a short-lived key: it ends soon after it was created. */
export const isShort = `expires_at IS NOT NULL AND expires_at <= created_at + interval '${shortLife} seconds'`;
