import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode, visit } from 'graphql';
import { fragmentsOf } from '../graphql/root-fields.ts';

/** The limits of one operation. Depth and fields allow the introspection of GraphiQL; the dashboard needs less. */
export const operationLimits = {
  tokens: 1_000,
  directives: 30,
  aliases: 30,
  depth: 15,
  /** All selected fields. A fragment counts wherever it is spread. */
  fields: 250,
  /** Records and parts of records on all requested pages together: two pages of full records, or ten of summaries. */
  reads: 1_000,
  /** Characters of a text in an argument. Most arguments allow less. */
  text: 1_000,
  /** Size of the answer. */
  bytes: 2_000_000,
};

interface Size {
  depth: number;
  fields: number;
}

/** Throws if a document is too large. It runs before validation, because some validation rules take quadratic time. */
export function checkSize(document: DocumentNode): void {
  let aliases = 0;
  let directives = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias) aliases++;
    },
    Directive: () => {
      directives++;
    },
  });
  const sizeOf = measure(document);
  const sizes = document.definitions.map((part) =>
    'selectionSet' in part ? sizeOf(part.selectionSet) : { depth: 0, fields: 0 },
  );
  checkLimit('Aliases', operationLimits.aliases, aliases);
  checkLimit('Directives', operationLimits.directives, directives);
  checkLimit('Query depth', operationLimits.depth, Math.max(...sizes.map(({ depth }) => depth)));
  checkLimit('Fields', operationLimits.fields, Math.max(...sizes.map(({ fields }) => fields)));
}

export function checkLimit(what: string, limit: number, found: number): void {
  if (found > limit) throw new GraphQLError(`${what} limit of ${limit} exceeded.`);
}

/** Measures selections. Each fragment is measured once, so nested fragments take no extra time. */
function measure(document: DocumentNode): (selection: SelectionSetNode | undefined) => Size {
  const fragments = fragmentsOf(document);
  const known = new Map<string, Size>();
  const ofFragment = (name: string): Size => {
    // A fragment that spreads itself counts as empty there: validation refuses it later.
    if (!known.has(name)) known.set(name, { depth: 0, fields: 0 });
    else return known.get(name) as Size;
    const size = of(Object.hasOwn(fragments, name) ? fragments[name]?.selectionSet : undefined);
    known.set(name, size);
    return size;
  };
  const of = (selection: SelectionSetNode | undefined): Size => {
    const size = { depth: 0, fields: 0 };
    for (const node of selection?.selections ?? []) {
      const own = node.kind === Kind.FIELD ? 1 : 0;
      const inner = node.kind === Kind.FRAGMENT_SPREAD ? ofFragment(node.name.value) : of(node.selectionSet);
      size.depth = Math.max(size.depth, own + inner.depth);
      size.fields += own + inner.fields;
    }
    return size;
  };
  return of;
}
