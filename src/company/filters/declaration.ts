import type { Rule } from '../../kernel/rules.ts';

/** How the form of the explorer shows a filter. */
interface FormField {
  /** Fields are shown in this order. */
  place: number;
  /** It stands among "More filters". */
  isRare?: true;
  /** Lists that are loaded. Without it, the kind of the filter decides. */
  control?: 'countries' | 'sectors';
  /** The values for people, the explorer's usual one first. */
  choices?: Readonly<Record<string, string>>;
}

/** What GraphQL, REST, OpenAPI, the MCP tool, the command line, the explorer's form and the guide are made of. */
interface Declared {
  /** For GraphQL and OpenAPI. Command line and guide take it too where they have no words of their own. */
  description: string;
  example?: string;
  /** Its name for people. */
  label: string;
  form?: FormField;
  /** The option of the command line; `value` stands for its value in the help. */
  option?: { value?: string; says?: string };
  /** The argument of the MCP tool that searches. */
  tool?: { says?: string };
  /** The row in the guide, as Markdown. */
  guide?: string;
}

export interface TextFilter extends Declared {
  kind: 'text';
  rule: Rule<string> & { most?: number; pattern?: RegExp };
  format?: 'date' | 'date-time';
  /** Blanks around it are dropped, and it may be empty. */
  isTrimmed?: true;
}

/** Several values; in REST with commas between, which the rule expects. */
export interface ListFilter extends Declared {
  kind: 'list';
  rule: Rule<string> & { pattern: RegExp };
  /** What REST says instead of the description. */
  inQuery: string;
  examples: readonly string[];
}

interface ChoiceFilter extends Declared {
  kind: 'choice';
  /** The name of the GraphQL enum. */
  type: string;
  values: readonly string[];
  /** What the values mean, if they do not say it. */
  meanings?: Readonly<Record<string, string>>;
  /** The same as leaving it out. */
  usual?: string;
}

export type FilterDeclaration = TextFilter | ListFilter | ChoiceFilter | (Declared & { kind: 'flag' });

/** What a declaration has besides what its function takes by itself. */
type Rest<Filter> = Omit<Filter, 'kind' | 'label' | 'rule' | 'type' | 'values'>;

export const text = <R extends TextFilter['rule'], const Other extends Rest<TextFilter>>(label: string, rule: R, other: Other) =>
  ({ kind: 'text', label, rule, ...other }) as const;
export const list = <R extends ListFilter['rule'], const Other extends Rest<ListFilter>>(label: string, rule: R, other: Other) =>
  ({ kind: 'list', label, rule, ...other }) as const;
export const choice = <const Value extends string, const Other extends Rest<ChoiceFilter>>(
  label: string,
  type: string,
  values: readonly Value[],
  other: Other,
) => ({ kind: 'choice', label, type, values, ...other }) as const;
export const flag = <const Other extends Rest<Declared>>(label: string, other: Other) =>
  ({ kind: 'flag', label, ...other }) as const;

/** The value of a filter that is declared so. */
export type ValueOf<Declaration> = Declaration extends { kind: 'choice'; values: readonly (infer Value)[] }
  ? Value
  : Declaration extends { kind: 'flag' }
    ? boolean
    : Declaration extends { kind: 'list' }
      ? string[]
      : string;
