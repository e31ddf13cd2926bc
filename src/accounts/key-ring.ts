import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { ApiKey } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { SingleFlight } from '../kernel/single-flight.ts';
import type { AccountChanges } from './changes.ts';
import { hashOf, isKey } from './key-format.ts';
import { isActive } from './key-row.ts';
import { SharedLook } from './shared-look.ts';

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
  /** When the key expires, by the clock of this process. */
  end: number;
}

/** What the database tells of an active key. */
interface Found {
  holder: Holder;
  /** Milliseconds until it expires, or null where it never does. */
  left: number | null;
}

const findActiveKeys = sql<
  Pick<ApiKey, 'hash' | 'id' | 'accountId' | 'familyId'> & Pick<Found, 'left'>
>`SELECT hash, id, account_id AS "accountId", family_id AS "familyId",
  (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 AS left
  FROM api_key WHERE hash = ANY($1) AND ${isActive()}`;

/** Apart, so that a flood of unknown keys pushes no good one out. */
const most = { known: 50_000, unknown: 10_000 };
/** For so many milliseconds a key that was unknown is not looked for again. */
const unknownFor = 10_000;

/**
 * Tells whose a key is, by the hash of its secret. A revoked or expired key is not in the ring: nobody can tell it from one that never was. What is
 * known is not believed once its account has changed or the key has expired, nor while changes cannot be seen (see changes.ts), so a revoked key is
 * refused within a second everywhere, and one that expires from that moment on.
 */
export class KeyRing {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, Known>({ max: most.known });
  /** Until when each is taken for unknown. */
  readonly #unknown = new LRUCache<string, number>({ max: most.unknown });
  readonly #sharedLook = new SharedLook((names) => this.#read(names));
  readonly #lookups = new SingleFlight<Holder | undefined>();
  /** Changes with every forgetting: what was read before it is not kept. */
  #generation = 0;

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
    return known?.isBelieved && known.end > this.#now() ? known.holder : undefined;
  }

  /** Whether a key was good when it was used last, though that may not be believed at the moment. */
  remembers(secret: string): boolean {
    return isKey(secret) && this.#known.get(nameOf(secret)) !== undefined;
  }

  /**
   * The holder of a key, or undefined. A damaged key is not looked for; what many ask at once is asked once. For a network from which too many
   * failed, keys are looked up together and in bounded numbers; it is named where that is so.
   */
  async find(secret: string, crowdedNetwork?: string): Promise<Holder | undefined> {
    if (!isKey(secret)) return undefined;
    const known = this.recall(secret);
    if (known) return known;
    const name = nameOf(secret);
    if ((this.#unknown.get(name) ?? 0) > this.#now()) return undefined;
    if (crowdedNetwork !== undefined) return this.#learn(name, this.#sharedLook.ask(name, crowdedNetwork));
    return this.#lookups.do(name, () => this.#learn(name, this.#readOne(name)));
  }

  /** Believes no more what is known of the keys of an account, or of all. A look-up that is under way may have read what no longer holds: it is not kept. */
  forget(accountId?: string): void {
    for (const known of this.#known.values())
      if (accountId === undefined || known.holder.accountId === accountId) known.isBelieved = false;
    this.#generation += 1;
    this.#lookups.restart();
  }

  /** Remembers what is read, unless something changed meanwhile. */
  async #learn(name: string, reading: Promise<Found | undefined>): Promise<Holder | undefined> {
    const generation = this.#generation;
    const asked = this.#now();
    const found = await reading;
    if (!found) {
      this.#known.delete(name);
      this.#unknown.set(name, this.#now() + unknownFor);
    } else if (generation === this.#generation) {
      // Counted from before the question, so a key is asked for again rather than believed for too long.
      this.#known.set(name, { holder: found.holder, isBelieved: true, end: asked + (found.left ?? Number.POSITIVE_INFINITY) });
    }
    return found?.holder;
  }

  async #readOne(name: string): Promise<Found | undefined> {
    return (await this.#read([name])).get(name);
  }

  async #read(names: string[]): Promise<Map<string, Found>> {
    const { rows } = await this.#pool.query({
      name: 'active-keys',
      text: findActiveKeys,
      values: [names.map((name) => Buffer.from(name, 'base64'))],
    });
    return new Map(
      rows.map(({ hash, id, accountId, familyId, left }) => [
        Buffer.from(hash).toString('base64'),
        { holder: { keyId: id, accountId, familyId }, left },
      ]),
    );
  }
}

/** A key by its hash: the memory of the process keeps no secrets either. */
const nameOf = (secret: string): string => hashOf(secret).toString('base64');
