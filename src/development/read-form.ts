import type { IncomingMessage } from 'node:http';

/** Our forms are far shorter. */
const maxCharacters = 16_384;

/** Reads the fields of a form that a browser sends. What is too long is cut off. */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req) if (text.length < maxCharacters) text += chunk;
  return new URLSearchParams(text);
}
