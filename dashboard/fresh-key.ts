let secret: string | undefined;

/** A key that was made in this tab. It is kept in memory alone, and gone with the page. */
export const freshKey = (): string | undefined => secret;

export function keepFreshKey(made: string): void {
  secret = made;
}
