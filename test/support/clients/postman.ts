import { z } from 'zod';

/** The parts of the collection format v2.1.0 that we use. Anything else is a mistake. */
const Field = z.strictObject({ key: z.string().min(1), value: z.string(), description: z.string().optional() });
const Switchable = Field.extend({ disabled: z.literal(true).optional() });
const Attributes = z.array(z.strictObject({ key: z.string(), value: z.string(), type: z.literal('string') })).min(1);
const Auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('noauth') }),
  z.strictObject({ type: z.literal('apikey'), apikey: Attributes }),
  z.strictObject({ type: z.literal('bearer'), bearer: Attributes }),
]);
const Request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  description: z.string().min(1),
  auth: Auth,
  header: z.array(Switchable),
  url: z.strictObject({
    raw: z.string().startsWith('{{baseUrl}}/'),
    host: z.tuple([z.literal('{{baseUrl}}')]),
    path: z.array(z.string().min(1)).min(1),
    query: z.array(Switchable).min(1).optional(),
    variable: z.array(Field).min(1).optional(),
  }),
  body: z
    .strictObject({
      mode: z.literal('raw'),
      raw: z.string(),
      options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
    })
    .optional(),
});
const Example = z.strictObject({
  name: z.string().min(1),
  originalRequest: z.strictObject({ method: z.string(), url: z.string() }),
  code: z.int(),
  header: z.array(Field),
  body: z.string(),
});
const Item = z.strictObject({ name: z.string().min(1), request: Request, response: z.array(Example) });
const Folder = z.strictObject({ name: z.string().min(1), description: z.string().optional(), item: z.array(Item).min(1) });
export const Collection = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    description: z.string(),
    version: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  variable: z.array(Field.extend({ type: z.literal('string') })),
  auth: Auth,
  item: z.array(Folder).min(1),
});

/** The request as Postman sends it, with these values of the variables. */
export function sent({ url, header, auth }: z.output<typeof Request>, values: Record<string, string>) {
  const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name) => values[name] ?? '');
  const credentials = auth.type === 'apikey' ? auth.apikey : auth.type === 'bearer' ? auth.bearer : [];
  const attribute = (name: string) => filled(credentials.find(({ key }) => key === name)?.value ?? '');
  const query = (url.query ?? []).filter(({ disabled }) => !disabled).map(({ key, value }) => [key, filled(value)]);
  const path = url.path.map((part) => (part.startsWith(':') ? (values[part.slice(1)] ?? '') : part)).join('/');
  return {
    path: `/${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
    headers: {
      ...Object.fromEntries(header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, filled(value)])),
      ...(auth.type === 'apikey' && { [attribute('key')]: attribute('value') }),
      ...(auth.type === 'bearer' && { authorization: `Bearer ${attribute('token')}` }),
    },
  };
}
