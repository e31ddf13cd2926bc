export const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Stands for the key of a session, where a column needs a UUID. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Whether a text is a UUID, of any version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);
