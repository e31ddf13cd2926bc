import type { Json } from './components.ts';

interface Response extends Json {
  headers?: Record<string, Json>;
  content?: { 'application/json'?: { examples?: object } };
}
type Paths = Record<string, Record<string, Json & { responses?: Record<string, Response> }>>;

/** A place of components, which takes a part under a name as long as the name has one meaning. */
class Shelf {
  readonly parts: Record<string, Json> = {};
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  /** A reference to the part, or the part itself where the name means something else already. */
  refer(name: string, part: Json): Json {
    const known = this.parts[name];
    if (known && JSON.stringify(known) !== JSON.stringify(part)) return part;
    this.parts[name] = part;
    return { $ref: `#/components/${this.#place}/${name}` };
  }
}

/** Headers and errors that operations have in common stand once among the components, and are referred to. */
export function shareParts(document: { paths: Paths; components: Json } & Json): Json {
  const headers = new Shelf('headers');
  const responses = new Shelf('responses');
  const withHeaders = (response: Response): Response => ({
    ...response,
    ...(response.headers && {
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, header]) => [name, headers.refer(headerName(name, header), header)]),
      ),
    }),
  });
  const share = (status: string, response: Response): Json => {
    const codes = Object.keys(response.content?.['application/json']?.examples ?? {});
    const own = withHeaders(response);
    return status >= '400' && codes.length > 0 ? responses.refer(responseName(status, codes, own), own) : own;
  };
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      ...(operation.responses && {
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [status, share(status, response)]),
        ),
      }),
    })),
  );
  return { ...document, paths, components: { ...document.components, headers: headers.parts, responses: responses.parts } };
}

const headerName = (name: string, { required }: Json): string => (required ? name : `${name}-sometimes`);
/** Metered operations have the headers of the limits too. */
const responseName = (status: string, codes: string[], { headers = {} }: Response): string =>
  [status, ...codes, ...('X-RateLimit-Limit' in headers ? ['metered'] : [])].join('-');

const mapValues = <From, To>(object: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
