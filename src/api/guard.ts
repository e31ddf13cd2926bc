import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { Context } from '../graphql/context.ts';
import { admit } from '../kernel/access/admission.ts';
import { type Power, powerOf, powers } from '../kernel/access/powers.ts';

/**
 * Lets callers use the root fields that they have the power for, see kernel/access/powers.ts. REST and GraphQL both run these
 * fields. Throws if the table lacks a field of the schema, has one twice, or has one that the schema lacks.
 */
export function guard(schema: GraphQLSchema): GraphQLSchema {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) => Object.values(root?.getFields() ?? {}));
  const [there, named] = [fields.map(({ name }) => name).sort(), Object.values(powers).flatMap((power) => power.fields)];
  if (there.join() !== named.toSorted().join()) {
    const differing = there.concat(named).filter((name, _place, all) => all.filter((one) => one === name).length !== 2);
    const absent = named.filter((name) => !there.includes(name));
    const hint = absent.length > 0 ? ` The schema lacks ${absent.join(', ')}: api/schema.ts must list its file.` : '';
    throw new Error(`Each root field must be once in kernel/access/powers.ts: ${[...new Set(differing)].join(', ')}.${hint}`);
  }
  for (const field of fields) {
    const { name, resolve = defaultFieldResolver } = field;
    const needed = [powerOf(name) as Power];
    field.resolve = (source, args, context: Context, info) => {
      admit(context.principal, needed);
      return resolve(source, args, context, info);
    };
  }
  return schema;
}
