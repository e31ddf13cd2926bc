import type { Request, Response } from 'express';
import { etagOf, hasAlready, hasAny } from './etag.ts';

/** A text that does not change while the service runs, with its tag. */
export interface Text {
  type: string;
  text: string;
  etag: string;
}

export const taggedText = (type: string, text: string): Text => ({ type, text, etag: etagOf(text) });

/** Sends the text, or 304 if the client has it already. */
export function sendText(req: Request, res: Response, { type, text, etag }: Text, cacheControl: string): void {
  res.set({ 'Cache-Control': cacheControl, ETag: etag });
  if (hasAlready(req, etag) || hasAny(req)) res.status(304).end();
  else res.type(type).send(text);
}
