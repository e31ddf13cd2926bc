/** How long each part of an exchange may take, in milliseconds, and how many connections there may be. Tests use less. */
export interface EdgeLimits {
  /** From the first byte of a request to the end of its headers, and for a new connection from its beginning. */
  headers: number;
  /** For the body, from the end of the headers. */
  body: number;
  /** For the answer, from the end of the headers. */
  answer: number;
  /** For a request as a whole, if its body is not read. */
  request: number;
  /** For an answer to a client that has closed its side of the connection, and may be gone. */
  halfClosed: number;
  /** For an answer that the client doesn't read, from the last byte that it took. */
  stalled: number;
  /** Between two checks whether the caller of a download may still have it. */
  recheck: number;
  /** Between requests. Longer than load balancers keep an idle connection, so that none uses one that we are closing. */
  idle: number;
  /** After an answer to a request that isn't read to its end: time for the client to read the answer. */
  closing: number;
  /** For open requests when the service stops. */
  drain: number;
  connections: number;
}

export const edgeLimits: EdgeLimits = {
  headers: 10_000,
  body: 8_000,
  answer: 10_000,
  request: 30_000,
  halfClosed: 1_000,
  stalled: 30_000,
  recheck: 20_000,
  idle: 75_000,
  closing: 5_000,
  drain: 4_000,
  connections: 5_000,
};
