import { declaredFilters, type FilterInput, filters } from '../company/filters/filters.ts';
import { builder } from '../graphql/builder.ts';

declare module '../graphql/builder.ts' {
  interface NamedInputs {
    EntityFilter: FilterInput;
  }
}

/** Describes `fuzzy` in answers. */
export const fuzzyMeaning =
  'With `mode=words`: whether words with typing mistakes match too, because `fuzzy` said so or because nothing else matches.';

export const fragmentLimit = `At most ${filters.q.rule.most} characters.`;

/** The enums of the filters that take one of some values. */
const choices = new Map(
  declaredFilters.flatMap(([name, filter]) => {
    if (filter.kind !== 'choice') return [];
    const values = filter.values.map((value) => [value, { description: filter.meanings?.[value] }]);
    return [[name, builder.enumType(filter.type, { values: Object.fromEntries(values) })]];
  }),
);

builder.inputType('EntityFilter', {
  fields: (t) => {
    const fields = declaredFilters.map(([name, filter]) => {
      const { description } = filter;
      const type = choices.get(name);
      if (type && filter.kind === 'choice') return [name, t.field({ type, description, defaultValue: filter.usual })];
      if (filter.kind === 'flag') return [name, t.boolean({ description, defaultValue: false })];
      return [name, filter.kind === 'list' ? t.stringList({ description }) : t.string({ description })];
    });
    // Their types are those of the declarations.
    return Object.fromEntries(fields) as never;
  },
});
