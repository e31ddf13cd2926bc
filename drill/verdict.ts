import type { Stage } from './stage.ts';

/** What a drill found, and what it must not have found. */
export interface Verdict {
  figures: { [name: string]: unknown };
  isGood: boolean;
}

/** In milliseconds: how long a drill goes on before and after what is done. */
export const moment = 5_000;

/** The figures that every drill has. */
export async function common(stage: Stage, server = stage.postgres) {
  const { record } = stage;
  const books = await stage.books(server);
  const seconds = Math.round((performance.now() - record.start) / 1_000);
  const figures = {
    balancer: stage.balancer,
    seconds,
    answers: record.answered,
    statuses: Object.fromEntries(record.statuses),
    failed: record.failures.length,
    gapSeconds: Number(record.gap.toFixed(1)),
    firstFailure: record.failures[0]?.what,
    slowestMs: Math.round(record.slowest),
    units: books,
    etagsWithTwoBodies: record.mixed.length,
  };
  return { figures, books, failed: record.failures.length, mixed: record.mixed.length };
}
