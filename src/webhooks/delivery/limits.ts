/** What one instance does at the same time. An endpoint gets one message at a time, over all instances. */
export const workLimits = {
  endpoints: 64,
  /** Of these, at most so many that failed at the last attempt, so that those which hang leave room for the others. */
  failing: 32,
  /** Of one account. */
  perAccount: 8,
  /** The messages of one endpoint until another endpoint gets its turn. */
  messages: 20,
  /** In seconds: after this, another instance takes over the endpoint. Longer than an attempt takes. */
  lease: 40,
};

/** In milliseconds: how often an instance looks for messages that are due. */
export const pollInterval = 500;
