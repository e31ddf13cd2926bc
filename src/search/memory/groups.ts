import type { Allocator } from './allocator.ts';
import type { ScanModule } from './scan-module.ts';

/** Where a segment belongs to, see wasm/groups.ts. */
export interface Membership {
  group: number;
  rows: number;
  member: number;
}

/** About a fifth of the bits is set then. */
const rowsPerDocument = 32;
const fewestRows = 1_024;
const mostMembers = 64;

/** A group: the number of its rows, and its free places. */
interface Group {
  rows: number;
  free: number[];
}

/** The groups of segments in the shared memory. The segments of a group are about as large as its first one. */
export class Groups {
  readonly #memory: WebAssembly.Memory;
  readonly #allocator: Allocator;
  readonly #scan: ScanModule;
  /** By address. */
  readonly #groups = new Map<number, Group>();

  constructor(memory: WebAssembly.Memory, allocator: Allocator, scan: ScanModule) {
    this.#memory = memory;
    this.#allocator = allocator;
    this.#scan = scan;
  }

  /** Finds a place for a segment of so many documents. */
  join(documents: number): Membership {
    const wanted = Math.max(fewestRows, rowsPerDocument * documents);
    for (const [group, { rows, free }] of this.#groups) {
      const member = rows <= 2 * wanted && wanted <= 1.5 * rows ? free.pop() : undefined;
      if (member !== undefined) return { group, rows, member };
    }
    const rows = wanted;
    const group = this.#allocator.allocate(8 * rows);
    new Uint8Array(this.#memory.buffer, group, 8 * rows).fill(0);
    const [member = 0, ...free] = Array.from({ length: mostMembers }, (_, place) => place);
    this.#groups.set(group, { rows, free: free.reverse() });
    return { group, rows, member };
  }

  /** All groups, for the groups of another thread to adopt. */
  all(): [at: number, group: Group][] {
    return [...this.#groups];
  }

  adopt(groups: readonly [at: number, group: Group][]): void {
    for (const [at, group] of groups) this.#groups.set(at, group);
  }

  /** Frees the place of a segment, and the group of the last one. */
  leave({ group, rows, member }: Membership): void {
    const free = this.#groups.get(group)?.free ?? [];
    free.push(member);
    if (free.length < mostMembers) this.#scan.leaveGroup(group, rows, member);
    else {
      this.#groups.delete(group);
      this.#allocator.free(group, 8 * rows);
    }
  }
}
