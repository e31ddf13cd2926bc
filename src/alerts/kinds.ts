import { matching, type Rule, wholeNumber } from '../kernel/rules.ts';

interface Quota {
  used: number;
  limit: number;
  periodStart: string;
}

interface Key {
  keyId: string;
  /** The part of the secret that may be shown. */
  prefix: string;
}

interface Kind {
  /** The heading of the alert, and the subject of its e-mail. It has no data, so nothing of a user can get into a header. */
  title: string;
  /** What it is given is the data of the alert: never a secret, never a name or an e-mail address. */
  text(data: never): string;
  /** The page of the dashboard that shows more. */
  path: `/dashboard/${string}`;
  /** It is about the whole service. */
  isForOperators?: true;
}

const number = (value: number): string => value.toLocaleString('en-GB');

const kinds = {
  quota_80: {
    title: '80% of the quota is used',
    text: ({ used, limit }: Quota) =>
      `${number(used)} of ${number(limit)} units of this billing period are used. When all are used, requests are refused ` +
      'until the period ends or the plan changes.',
    path: '/dashboard/usage',
  },
  quota_100: {
    title: 'The quota is used up',
    text: ({ limit }: Quota) =>
      `All ${number(limit)} units of this billing period are used. Requests are refused until the period ends or the plan ` +
      'changes.',
    path: '/dashboard/billing',
  },
  key_expiring: {
    title: 'An API key ends within a week',
    text: ({ prefix, expiresAt }: Key & { expiresAt: string }) =>
      `The key ${prefix}… is refused from ${expiresAt.slice(0, 16).replace('T', ' ')} UTC on. Rotate it to go on.`,
    path: '/dashboard/keys',
  },
  key_used_again: {
    title: 'An API key is used again',
    text: ({ prefix, days }: Key & { days: number }) =>
      `The key ${prefix}… was used after ${days} days of silence. If that was not you, revoke it.`,
    path: '/dashboard/keys',
  },
  key_created: {
    title: 'A new API key was made',
    text: ({ prefix }: Key) =>
      `The key ${prefix}… was made. If that was not you, revoke it and end the sessions that you do not know.`,
    path: '/dashboard/keys',
  },
  key_leaked: {
    title: 'An API key was found in public',
    text: ({ prefix }: Key) => `${prefix}… was found where others can read it, so it was revoked. Make another one.`,
    path: '/dashboard/keys',
  },
  member_added: {
    title: 'A person joined the account',
    text: (_data: { userId: string }) => 'Somebody new can use this account. If you do not expect that, look who it is.',
    path: '/dashboard/members',
  },
  payment_failed: {
    title: 'A payment failed',
    text: (_data: { status: string }) =>
      'The payment provider could not collect a payment. Check the card, or the plan will end.',
    path: '/dashboard/billing',
  },
  endpoint_disabled: {
    title: 'A webhook endpoint was disabled',
    text: (_data: { endpointId: string }) =>
      'An endpoint failed for too long or answered 410, so it gets no more messages. Mend it, and enable it again.',
    path: '/dashboard/webhooks',
  },
  register_overdue: {
    title: 'A register is older than it should be',
    text: ({ register, days }: { register: string; days: number }) =>
      `The data of the register ${register} is ${days} days old: at least one edition was missed.`,
    path: '/dashboard/operators',
    isForOperators: true,
  },
} satisfies Record<string, Kind>;

export type AlertKind = keyof typeof kinds;
/** What an alert of each kind carries. */
export type AlertData = { [Name in AlertKind]: Parameters<(typeof kinds)[Name]['text']>[0] };

export const alertKinds = Object.keys(kinds) as AlertKind[];

/** The kinds that a person can get. */
export const kindsFor = ({ isOperator = false }: { isOperator?: boolean }): AlertKind[] =>
  alertKinds.filter((kind) => isOperator || !('isForOperators' in kinds[kind]));

export const titleOf = (kind: AlertKind): string => kinds[kind].title;
export const pathOf = (kind: AlertKind): string => kinds[kind].path;
/** The kind decides the type of the data, which `raise` has checked. */
export const textOf = (kind: AlertKind, data: unknown): string => kinds[kind].text(data as never);

/** Whether a person wants e-mails of a kind. */
export interface Choice {
  kind: string;
  email: boolean;
}

const choices: Rule<readonly Choice[]> = {
  allows: (some) =>
    some.length > 0 &&
    some.every(({ kind }) => Object.hasOwn(kinds, kind)) &&
    new Set(some.map(({ kind }) => kind)).size === some.length,
  message: 'must name kinds of alerts, each once',
};

export const alertRules = {
  limit: wholeNumber(1, 100, 50),
  upTo: matching(/^[1-9]\d{0,17}$/, 'must be the id of an alert'),
  choices,
};
