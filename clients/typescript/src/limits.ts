export interface Limit {
  limit: number;
  remaining: number;
  resetsAt: Date;
}

/** Where the limits of the key stood at the last answer. */
export interface Limits {
  minute: Limit;
  period: Limit;
}

/** The limits that an answer says. Answers that cost nothing say none. */
export function limitsOf(headers: Headers): Limits | undefined {
  const number = (name: string): number => Number(headers.get(name) ?? Number.NaN);
  const minute = {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    resetsAt: new Date(number('x-ratelimit-reset') * 1000),
  };
  const period = {
    limit: number('x-monthly-quota-limit'),
    remaining: number('x-monthly-quota-remaining'),
    resetsAt: new Date(headers.get('x-monthly-quota-reset') ?? Number.NaN),
  };
  return Number.isNaN(minute.limit) || Number.isNaN(period.limit) ? undefined : { minute, period };
}
