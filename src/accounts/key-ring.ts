import type pg from 'pg';
import { Recent } from '../recent.ts';
import type { AccountChanges } from './changes.ts';
import { hashOf, isKey } from './key-format.ts';

/** Whose a key is. */
export interface Holder {
  keyId: string;
  accountId: string;
  /** Keys that follow each other by rotation share it. */
  familyId: string;
}

/** A key that was good when it was used last. Not believed, it has to be looked for again. */
interface Known {
  holder: Holder;
  isBelieved: boolean;
}

/** Apart, so that a flood of unknown keys pushes no good one out. */
const most = { known: 50_000, unknown: 10_000 };
/** For so many milliseconds a key that was unknown is not looked for again. */
const unknownFor = 10_000;

/**
 * Tells whose a key is, by the hash of its secret. A revoked key is not in the ring: nobody can tell it from one that never was. What is
 * known is not believed once its account has changed, nor while changes cannot be seen (see changes.ts), so a revoked key is refused
 * within a second everywhere.
 */
export class KeyRing {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #now: () => number;
  readonly #known = new Recent<Known>(most.known);
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
    const known = isKey(secret) && this.#changes.isUpToDate ? this.#known.get(nameOf(secret)) : undefined;
    return known?.isBelieved ? known.holder : undefined;
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

  /** Believes no more what is known of the keys of an account, or of all. A look-up that is under way may have read what no longer holds: it is not kept. */
  forget(accountId?: string): void {
    for (const known of this.#known.values())
      if (accountId === undefined || known.holder.accountId === accountId) known.isBelieved = false;
    this.#lookups = new Map();
  }

  async #look(name: string): Promise<Holder | undefined> {
    const lookups = this.#lookups;
    try {
      const { rows } = await this.#pool.query({
        name: 'api-key',
        text: 'SELECT id, account_id, family_id, revoked_at IS NULL AS active FROM api_key WHERE hash = $1',
        values: [Buffer.from(name, 'base64')],
      });
      const holder = rows[0]?.active
        ? { keyId: rows[0].id, accountId: rows[0].account_id, familyId: rows[0].family_id }
        : undefined;
      if (!holder) {
        this.#known.delete(name);
        this.#unknown.set(name, this.#now() + unknownFor);
      } else if (lookups === this.#lookups) this.#known.set(name, { holder, isBelieved: true });
      return holder;
    } finally {
      lookups.delete(name);
    }
  }
}

/** A key by its hash: the memory of the process keeps no secrets either. */
const nameOf = (secret: string): string => hashOf(secret).toString('base64');
