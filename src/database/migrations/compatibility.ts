/**
 * The builds that a migration breaks, of those that lack it: the ones that have the migration `from` and lack the migration
 * `until`. Without `from` it is every build that lacks `until`, and without `until` every one that has `from`.
 */
export interface Breach {
  from?: string;
  until?: string;
}

/** The line of a script that says which builds it breaks. What it says before the colon is recorded in the database, too. */
const mark = /^-- ((?:not )?compatible[^:\n]{0,200}): \S/m;
const compatible = 'compatible';
const range = /^not compatible(?: with builds(?: from (\S+))?(?: until (\S+))?)?$/;

/** What was recorded, or stands in a mark. Undefined: no build is broken. What cannot be read breaks every older build. */
export function readBreach(text: string): Breach | undefined {
  if (text === compatible) return undefined;
  const [, from, until] = range.exec(text) ?? [];
  return { ...(from && { from }), ...(until && { until }) };
}

export const breachOf = (script: string): Breach | undefined => readBreach(mark.exec(script)?.[1] ?? '');

/** What is recorded of an applied migration, for builds that lack its script. */
export function recordedAs(breach: Breach | undefined): string {
  if (!breach) return compatible;
  const { from, until } = breach;
  return `not compatible with builds${from ? ` from ${from}` : ''}${until ? ` until ${until}` : ''}`;
}

/** Whether a build is among the broken ones. */
export const isBroken = (breach: Breach | undefined, has: (migration: string) => boolean): boolean =>
  breach !== undefined && (!breach.from || has(breach.from)) && !(breach.until && has(breach.until));
