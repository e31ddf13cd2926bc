import type pg from 'pg';
import type { AccountChanges } from './changes.ts';
import { hashOf, isKey } from './key-format.ts';
import { Recent } from './recent.ts';

/** Whose a key is. */
export interface Holder {
  keyId: string;
  accountId: string;
}

/** Apart, so that a flood of unknown keys pushes no good one out. */
const most = { known: 50_000, unknown: 10_000 };
/** For so many milliseconds a key that was unknown is not looked for again. */
const unknownFor = 10_000;

/**
 * Tells whose a key is, by the hash of its secret. A revoked key is not in the ring: nobody can tell it from one that never was. What is
 * known is dropped when its account changes, and not believed while changes cannot be seen (see changes.ts), so a revoked key is refused
 * within a second everywhere.
 */
export class KeyRing {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #now: () => number;
  readonly #known = new Recent<{ holder: Holder; isSure: boolean }>(most.known);
  /** Until when each is taken for unknown. */
  readonly #unknown = new Recent<number>(most.unknown);
  #lookups = new Map<string, Promise<Holder | undefined>>();

  constructor(pool: pg.Pool, changes: AccountChanges, now: () => number) {
    this.#pool = pool;
    this.#changes = changes;
    this.#now = now;
    changes.on('changed', (accountId) => this.forget(accountId));
    changes.on('missed', () => this.forget());
  }

  /** The holder of a key that was used lately: no work but a hash. */
  recall(secret: string): Holder | undefined {
    if (!isKey(secret) || !this.#changes.isUpToDate) return undefined;
    const known = this.#known.get(nameOf(secret));
    return known?.isSure ? known.holder : undefined;
  }

  /** Whether a key was good when it was used last, though that may not be believed at the moment. */
  remembers(secret: string): boolean {
    return isKey(secret) && this.#known.get(nameOf(secret)) !== undefined;
  }

  /** The holder of a key, or undefined. A damaged key is not looked for; what many ask at once is asked once. */
  async find(secret: string): Promise<Holder | undefined> {
    if (!isKey(secret)) return undefined;
    const known = this.recall(secret);
    if (known) return known;
    const name = nameOf(secret);
    if ((this.#unknown.get(name) ?? 0) > this.#now()) return undefined;
    const lookup = this.#lookups.get(name) ?? this.#look(name);
    this.#lookups.set(name, lookup);
    return lookup;
  }

  /** Believes the keys of an account, or all, no longer: each is looked up again. A look-up under way may have read what no longer holds. */
  forget(accountId?: string): void {
    for (const known of this.#known.values())
      if (accountId === undefined || known.holder.accountId === accountId) known.isSure = false;
    this.#lookups = new Map();
  }

  async #look(name: string): Promise<Holder | undefined> {
    const lookups = this.#lookups;
    try {
      const { rows } = await this.#pool.query({
        name: 'api-key',
        text: 'SELECT id, account_id, revoked_at IS NULL AS active FROM api_key WHERE hash = $1',
        values: [Buffer.from(name, 'base64')],
      });
      const holder = rows[0]?.active ? { keyId: rows[0].id, accountId: rows[0].account_id } : undefined;
      if (holder) this.#known.set(name, { holder, isSure: lookups === this.#lookups });
      else {
        this.#known.delete(name);
        this.#unknown.set(name, this.#now() + unknownFor);
      }
      return holder;
    } finally {
      lookups.delete(name);
    }
  }
}

/** A key by its hash: the memory of the process keeps no secrets either. */
const nameOf = (secret: string): string => hashOf(secret).toString('base64');
