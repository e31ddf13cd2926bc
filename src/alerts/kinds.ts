/** What an alert of each kind carries: never a secret, never a name or an e-mail address. */
export interface AlertData {
  quota_80: Quota;
  quota_100: Quota;
  key_expiring: Key & { expiresAt: string };
  key_used_again: Key & { days: number };
  key_created: Key;
  key_leaked: Key;
  member_added: { userId: string };
  payment_failed: { status: string };
  endpoint_disabled: { endpointId: string };
  register_overdue: { register: string; days: number };
}

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

export type AlertKind = keyof AlertData;

interface Kind<Data> {
  /** The heading of the alert, and the subject of its e-mail. It has no data, so nothing of a user can get into a header. */
  title: string;
  text(data: Data): string;
  /** The page of the dashboard that shows more. */
  path: `/dashboard/${string}`;
  /** It is about the whole service. */
  isForOperators?: true;
}

const number = (value: number): string => value.toLocaleString('en-GB');

const kinds: { [Name in AlertKind]: Kind<AlertData[Name]> } = {
  quota_80: {
    title: '80% of the quota is used',
    text: ({ used, limit }) =>
      `${number(used)} of ${number(limit)} units of this billing period are used. When all are used, requests are refused ` +
      'until the period ends or the plan changes.',
    path: '/dashboard/usage',
  },
  quota_100: {
    title: 'The quota is used up',
    text: ({ limit }) =>
      `All ${number(limit)} units of this billing period are used. Requests are refused until the period ends or the plan ` +
      'changes.',
    path: '/dashboard/billing',
  },
  key_expiring: {
    title: 'An API key ends within a week',
    text: ({ prefix, expiresAt }) => `The key ${prefix}… is refused from ${minute(expiresAt)} on. Rotate it to go on.`,
    path: '/dashboard/keys',
  },
  key_used_again: {
    title: 'An API key is used again',
    text: ({ prefix, days }) => `The key ${prefix}… was used after ${days} days of silence. If that was not you, revoke it.`,
    path: '/dashboard/keys',
  },
  key_created: {
    title: 'A new API key was made',
    text: ({ prefix }) =>
      `The key ${prefix}… was made. If that was not you, revoke it and end the sessions that you do not know.`,
    path: '/dashboard/keys',
  },
  key_leaked: {
    title: 'An API key was found in public',
    text: ({ prefix }) => `${prefix}… was found where others can read it, so it was revoked. Make another one.`,
    path: '/dashboard/keys',
  },
  member_added: {
    title: 'A person joined the account',
    text: () => 'Somebody new can use this account. If you do not expect that, look who it is.',
    path: '/dashboard/members',
  },
  payment_failed: {
    title: 'A payment failed',
    text: () => 'The payment provider could not collect a payment. Check the card, or the plan will end.',
    path: '/dashboard/billing',
  },
  endpoint_disabled: {
    title: 'A webhook endpoint was disabled',
    text: () => 'An endpoint failed for too long or answered 410, so it gets no more messages. Mend it, and enable it again.',
    path: '/dashboard/webhooks',
  },
  register_overdue: {
    title: 'A register is older than it should be',
    text: ({ register, days }) => `The data of the register ${register} is ${days} days old: at least one edition was missed.`,
    path: '/dashboard/operators',
    isForOperators: true,
  },
};

export const alertKinds = Object.keys(kinds) as AlertKind[];
export const isAlertKind = (text: string): text is AlertKind => Object.hasOwn(kinds, text);

/** The kinds that a person can get. */
export const kindsFor = ({ isOperator = false }: { isOperator?: boolean }): AlertKind[] =>
  alertKinds.filter((kind) => isOperator || !kinds[kind].isForOperators);

export const titleOf = (kind: AlertKind): string => kinds[kind].title;
export const pathOf = (kind: AlertKind): string => kinds[kind].path;
/** The kind decides the type of the data, which `raise` has checked. */
export const textOf = (kind: AlertKind, data: unknown): string => kinds[kind].text(data as never);

/** A moment to the minute. */
const minute = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;
