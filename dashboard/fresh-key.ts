/** A key with its secret. */
export interface FreshKey {
  id: string;
  name: string;
  secret: string;
}

let kept: FreshKey | undefined;

/** The key that was created last in this tab. It is kept only in memory, until the page is closed or reloaded. */
export const freshKey = (): FreshKey | undefined => kept;

export function keepFreshKey(created: FreshKey): void {
  kept = created;
}

/** Forgets the key if it has ended: it is then not among the active keys. */
export function forgetEndedKey(active: readonly { id: string }[]): void {
  if (!active.some(({ id }) => id === kept?.id)) kept = undefined;
}
