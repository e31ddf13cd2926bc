import { environment } from './environment.ts';
import { didYouMean } from './nearest.ts';

/** Other programs have proxy settings with similar names. */
const known = Object.keys(environment.shape).filter((name) => !/^(?:https?|no)_proxy$/i.test(name));
/** The first words that several settings share, such as STRIPE. */
const prefixes = [...Map.groupBy(known, (name) => name.split('_', 1)[0] ?? '')].flatMap(([word, names]) =>
  names.length > 1 ? [`${word}_`] : [],
);
/** Kubernetes sets these for each of its services, and a service may be called redis or database. */
const ofKubernetes = /_(?:SERVICE_HOST|SERVICE_PORT|PORT)$|_SERVICE_PORT_|_PORT_[0-9]/;

/** A sentence for each variable that looks like a setting of this service and is none. Values are never quoted. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => !(name in environment.shape) && !ofKubernetes.test(name))
    .map((name) => ({ name, question: didYouMean(name, known) }))
    .filter(({ name, question }) => question !== '' || prefixes.some((prefix) => name.startsWith(prefix)))
    .map(({ name, question }) => `${name} is not a setting of this service, so it is ignored.${question}`);
}
