let secret: string | undefined;

/** A key that was created in this tab. It is kept only in memory, until the page is closed or reloaded. */
export const freshKey = (): string | undefined => secret;

export function keepFreshKey(created: string): void {
  secret = created;
}
