/** What a key does in a combobox with a list of suggestions (the ARIA pattern "list autocomplete with manual selection"). */
export type Reaction = { active: number } | 'choose' | 'close' | undefined;

/** `active` is the place of the marked suggestion, -1 for none. Undefined leaves the key to the browser. */
export function reactionTo(key: string, active: number, length: number): Reaction {
  if (length === 0) return undefined;
  if (key === 'ArrowDown') return { active: (active + 1) % length };
  if (key === 'ArrowUp') return { active: active <= 0 ? length - 1 : active - 1 };
  if (key === 'Escape') return 'close';
  return key === 'Enter' && active >= 0 ? 'choose' : undefined;
}
