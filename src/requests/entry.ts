import type { ErrorCode } from '../kernel/errors.ts';

/** A request as it is stored: JSON in a row of request_batch. */
export interface Entry {
  /** In milliseconds since 1970: when it arrived. */
  at: number;
  /** Its place among the requests that this instance recorded. */
  place: number;
  method: string;
  /** With its parameters, without secrets. */
  path: string;
  status: number;
  code?: ErrorCode | undefined;
  message?: string | undefined;
  ms: number;
  units: number;
  /** Missing: a session. */
  keyId?: string | undefined;
  requestId: string;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The id of an entry: a UUID of version 7, so that ids sort by time. */
export function idOf({ at, place }: Entry, writer: string): string {
  const time = hex(at, 12);
  const [low, high] = [place % 4096, Math.floor(place / 4096) % 4096];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(low, 3)}-8${hex(high, 3)}-${writer.slice(-12)}`;
}
