import { basePath, type Route } from '../route/route.ts';
import type { Json } from './components.ts';
import { sampleLanguages, samplesOf } from './sample-languages.ts';

/** The address of the service in the samples of the document; pages replace it by their own. */
export const sampleAddress = 'http://localhost:3000';
/** Finds companies in the sample data and in most registers. */
export const firstQuery = 'holding';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  example?: unknown;
}

interface RequestBody {
  content: { 'application/json': { example?: unknown } };
}

const exampleOf = ({ name, example }: Parameter): string => (name === 'q' ? firstQuery : String(example ?? ''));

/** A sample program for the operation in each language, with the required parameters, the search fragment and the body. */
export function codeSamples({ method, path, access, file }: Route, { parameters = [], requestBody }: Json): Json[] {
  const all = parameters as Parameter[];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name) =>
    all
      .filter((one) => one.name === name)
      .map(exampleOf)
      .join(''),
  );
  const query = all.filter(({ in: place, name, required }) => place === 'query' && (required || name === 'q'));
  const words = new URLSearchParams(query.map((one) => [one.name, exampleOf(one)]));
  const body = (requestBody as RequestBody | undefined)?.content['application/json'].example;
  const request = {
    path: basePath + filled + (words.size > 0 ? `?${words}` : ''),
    method: method.toUpperCase(),
    ...(body !== undefined && { body }),
    isPublic: access === 'public',
    answer: file ? ('file' as const) : ('json' as const),
  };
  const texts = samplesOf(request, sampleAddress);
  return sampleLanguages.map((label) => ({ lang: label === 'curl' ? 'Shell' : label, label, source: texts[label] }));
}
