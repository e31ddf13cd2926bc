/** The clock on the wall. Only what starts the service or a command reads it, and hands it on. A test gives another. */
export const wallClock = (): Date => new Date();
