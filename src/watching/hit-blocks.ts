import type { WatchHit } from '../database/client.ts';

/** A row has hits within so many positions. So a filter that fits every change takes 128 bytes for a thousand of them. */
const span = 1_024;

/** Hits of one import: the last one, and those before it. Each bit is one position further back. */
export type HitBlock = Pick<WatchHit, 'position' | 'earlier'>;

/** Packs the positions of hits. Where a block ends depends on the position alone, so everybody packs the same hits alike. */
export function blocksOf(positions: readonly number[]): HitBlock[] {
  const inOrder = positions.toSorted((a, b) => a - b);
  return [...Map.groupBy(inOrder, (position) => Math.ceil(position / span)).values()].map(packed);
}

function packed(positions: readonly number[]): HitBlock {
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  if (positions.length === 1) return { position: last, earlier: null };
  const earlier = new Uint8Array(Math.ceil((last - first) / 8));
  for (const position of positions.slice(0, -1)) {
    const place = last - 1 - position;
    earlier[place >> 3] = (earlier[place >> 3] ?? 0) | (1 << (place & 7));
  }
  return { position: last, earlier };
}

/** The positions of a block, in order. */
export function positionsIn({ position, earlier }: HitBlock): number[] {
  const positions = [position];
  for (const [place, byte] of (earlier ?? []).entries())
    for (let bit = 0; byte >> bit; bit++) if ((byte >> bit) & 1) positions.push(position - 1 - place * 8 - bit);
  return positions.reverse();
}

/** The first hits of blocks after a place. Blocks behind them are not unpacked: those of a large import have a million. */
export function firstHits<Block extends HitBlock & Pick<WatchHit, 'version'>>(
  blocks: readonly Block[],
  from: Pick<WatchHit, 'version' | 'position'>,
  limit: number,
): Block[] {
  const found: Block[] = [];
  for (const block of blocks) {
    if (found.length >= limit) break;
    for (const position of positionsIn(block))
      if (block.version > from.version || position > from.position) found.push({ ...block, position });
  }
  return found.slice(0, limit);
}
