import type { Allocator } from './allocator.ts';
import type { ScanModule } from './scan-module.ts';

/** About a fifth of the bits is set then. */
const rowsPerDocument = 32;
const minRows = 1_024;
const maxMembers = 64;

/** The number of rows of a group, and its free places. */
interface SegmentGroup {
  rows: number;
  free: number[];
}

export type SegmentGroups = ReturnType<typeof segmentGroupsIn>;

/** The groups of segments in the shared memory, see wasm/segment-groups.ts. All of a group are about as large as the first. */
export function segmentGroupsIn(memory: WebAssembly.Memory, allocator: Allocator, scan: ScanModule) {
  const groups = new Map<number, SegmentGroup>();
  return {
    /** Finds a place for a segment of so many documents: a group by its offset, and the number of the member. */
    join(documents: number): { group: number; rows: number; member: number } {
      const wanted = Math.max(minRows, rowsPerDocument * documents);
      for (const [group, { rows, free }] of groups) {
        const member = rows <= 2 * wanted && wanted <= 1.5 * rows ? free.pop() : undefined;
        if (member !== undefined) return { group, rows, member };
      }
      const group = allocator.allocate(8 * wanted);
      new Uint8Array(memory.buffer, group, 8 * wanted).fill(0);
      const [member = 0, ...free] = Array(maxMembers).keys();
      groups.set(group, { rows: wanted, free: free.reverse() });
      return { group, rows: wanted, member };
    },

    /** Frees the place of a segment, and the group of the last one. */
    leave({ group, rows, member }: { group: number; rows: number; member: number }): void {
      const free = groups.get(group)?.free ?? [];
      free.push(member);
      if (free.length < maxMembers) scan.leaveGroup(group, rows, member);
      else {
        groups.delete(group);
        allocator.free(group, 8 * rows);
      }
    },

    /** All groups, for the groups of another thread to adopt. */
    all: (): [offset: number, group: SegmentGroup][] => [...groups],

    adopt(others: readonly [offset: number, group: SegmentGroup][]): void {
      for (const [offset, group] of others) groups.set(offset, group);
    },
  };
}
