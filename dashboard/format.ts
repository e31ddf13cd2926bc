const whole = new Intl.NumberFormat('en-GB');
const euro = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', timeZone: 'UTC' });
const longDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const second = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });
const regions = new Intl.DisplayNames('en', { type: 'region' });
const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

export const number = (value: number): string => whole.format(value);
export const price = (value: number): string => euro.format(value);
export const day = (value: string): string => date.format(new Date(value));
export const dayOfMonth = (value: string): string => shortDate.format(new Date(value));
/** `15 Nov, 09:00` */
export const hourOfDay = (value: string): string => `${hour.format(new Date(value))}:00`;
/** `24 November` */
export const dayInWords = (value: string): string => longDate.format(new Date(value));
/** `09:30:12` */
export const timeOfDay = (value: string): string => second.format(new Date(value));
/** `1.2 ms`, `340 ms`, `2.1 s` */
export const milliseconds = (value: number): string => {
  if (value >= 1_000) return `${(value / 1_000).toFixed(1)} s`;
  return `${value >= 10 ? Math.round(value) : value.toFixed(1)} ms`;
};
/** In UTC, like all times of the service. */
export const time = (value: string): string => `${moment.format(new Date(value))} UTC`;
export const counted = (count: number, one: string, many = `${one}s`): string => `${number(count)} ${count === 1 ? one : many}`;
/** In the largest unit that gives a whole number: `1 hour`, `90 seconds`. */
export const duration = (seconds: number): string => {
  const [size = 1, unit = 'second'] = units.find(([length]) => seconds % length === 0) ?? [];
  return counted(seconds / size, unit);
};
/** `winding_up` and `session.started` for people. */
export const words = (name: string): string => {
  const text = name
    .replaceAll(/[_.]/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  const spelled = text.replaceAll(/\b(api|id|uri|url|vat)\b/g, (short) => short.toUpperCase());
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
};
/** The flag of a country: its two letters as regional indicators. */
export const flag = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) + 0x1f1a5)) : '';
export function country(code: string): string {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}
