/** What one report may hold. */
export const reportLimits = { bytes: 1_000_000, tokens: 1_000 };
