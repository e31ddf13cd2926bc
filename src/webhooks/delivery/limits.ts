/** What one instance does at the same time. An endpoint gets one message at a time, over all instances. */
export const workLimits = {
  /** Endpoints whose last attempt worked. */
  proven: 64,
  /** Endpoints that failed at the last attempt or never answered yet, so that those which hang leave the others their room. */
  doubtful: 64,
  /** Of each of these, how many one account may have. It has less of a room that fills up, see `shareOf`. */
  perAccount: 8,
  /** The messages of one endpoint until another endpoint gets its turn. */
  messages: 20,
  /** After this, another instance takes over the endpoint. Longer than an attempt takes. */
  leaseSeconds: 40,
};

/**
 * How many endpoints of one account a room takes in, of which so much is free. The fuller the room, the fewer, and at least one:
 * so accounts with many endpoints that hang leave room for accounts with none there.
 */
export const shareOf = (room: number, free: number): number =>
  Math.max(1, Math.floor((workLimits.perAccount * Math.max(0, free)) / room));

/** How often an instance looks for messages that are due. */
export const pollIntervalMs = 500;
