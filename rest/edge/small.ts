/** Whether a value has no more levels and no more values than these. Checking it by a schema takes long for each. */
export const isSmall = (value: unknown, levels: number, values: { left: number }): boolean => {
  values.left -= 1;
  if (typeof value !== 'object' || value === null) return values.left >= 0;
  return levels > 0 && values.left >= 0 && Object.values(value).every((one) => isSmall(one, levels - 1, values));
};
