/** Of the name of an API key, in characters as a person counts them. */
export const keyNameLimit = 60;

/** What may stand in a name once it is trimmed: anything but control characters and halves of characters. */
export const isKeyName = (name: string): boolean =>
  name !== '' && [...name].length <= keyNameLimit && !/[\p{Cc}\p{Cs}]/u.test(name);

/** Of entries of the audit log in one answer. */
export const auditLimits = { usual: 50, most: 100 };
