/** The wall clock. Only the start of the service or of a command reads it, and passes it on. Tests pass another clock. */
export const wallClock = (): Date => new Date();
