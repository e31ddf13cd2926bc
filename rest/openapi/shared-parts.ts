import type { Json } from './components.ts';

interface Response extends Json {
  headers?: Record<string, Json>;
  content?: { 'application/json'?: { examples?: object } };
}
type Paths = Record<string, Record<string, Json & { responses?: Record<string, Response> }>>;

/** A section of the components. It takes a part under a name, unless the name has another content already. */
class ComponentSection {
  readonly parts: Record<string, Json> = {};
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  /** A reference to the part, or the part itself if the name has another content already. */
  refer(name: string, part: Json): Json {
    const known = this.parts[name];
    if (known && JSON.stringify(known) !== JSON.stringify(part)) return part;
    this.parts[name] = part;
    return { $ref: `#/components/${this.#place}/${name}` };
  }
}

/** Moves the common headers and errors of operations into the components, and refers to them. */
export function shareParts(document: { paths: Paths; components: Json } & Json): Json {
  const headers = new ComponentSection('headers');
  const responses = new ComponentSection('responses');
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
/** Metered operations also have the headers of the limits. */
const responseName = (status: string, codes: string[], { headers = {} }: Response): string =>
  [status, ...codes, ...('X-RateLimit-Limit' in headers ? ['metered'] : [])].join('-');

const mapValues = <From, To>(object: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
