export const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text is a UUID, of any version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);
