/**
 * The numbers of our advisory locks in PostgreSQL, in one place so that no two are the same. A `space` is the first of two keys;
 * the second identifies what is locked. Locks with one key and locks with two keys never collide.
 */
export const locks = {
  /** Prisma's own lock: its tools and ours migrate one at a time. */
  migration: 72_707_369,
  /** Old rows are deleted by one instance at a time. */
  retention: 0x7265_7461,
  /** The outbox is read by one instance at a time, see background/outbox.ts. */
  outbox: 7_276,
  /** All registers share the search segments, so one import at a time changes them, near its end. */
  searchIndex: 7_272,
  /** A month of the log of changes is made by one import at a time, in the function make_change_month. */
  changeMonth: 7_273,
  /** An import holds it from the moment that dates its changes until its commit, see changes/settled-clock.ts. */
  moments: 7_274,
  /** By register: one import of it at a time. */
  importSpace: 7_271,
  /** By snapshot: the process that makes it holds the lock, see changes/snapshots.ts. */
  snapshotSpace: 7_275,
  /** By customer: its payment events are handled one at a time. */
  customerSpace: 0x6269_6c6c,
  /** The processes that use the embedded database; see development/postgres/embedded.ts. */
  embeddedSpace: 7_270,
} as const;
