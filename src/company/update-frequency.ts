/** In days: the longest time between two editions of each frequency. The words are those of DCAT's dct:accrualPeriodicity. */
export const daysBetweenUpdates = { daily: 1, weekly: 7, semimonthly: 16, monthly: 31 } as const;
export type UpdateFrequency = keyof typeof daysBetweenUpdates;
