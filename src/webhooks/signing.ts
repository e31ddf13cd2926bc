import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret, in the form of Standard Webhooks. */
export const mintSecret = (): string => prefix + randomBytes(32).toString('base64');

interface Signed {
  /** The same in every attempt of one message. */
  id: string;
  /** In whole seconds since 1970: the time of the attempt. */
  timestamp: number;
  body: string;
}

/** The headers of Standard Webhooks (standardwebhooks.com): a signature by each secret. */
export function signedHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  };
}
