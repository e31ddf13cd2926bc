import { fullRecordCost, pageRules } from '../company/limits.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { PageMeta } from '../graphql/page-meta.schema.ts';
import type { Page } from '../graphql/paging.schema.ts';
import { callerOf } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import type { CompanyRecord } from '../records/index.ts';
import { countryCode, isoDate, nullable, oneOf } from './field-options.ts';
import { type Group, type GroupRelation, maxChain, relationKinds } from './groups.ts';

const GroupMember = builder.objectRef<GroupRelation['member']>('GroupMember').implement({
  description: 'A company of a group. Of one that is in none of our registers, LEI, name and country are all that is known.',
  fields: (t) => ({
    lei: t.exposeString('lei'),
    name: t.exposeString('name', nullable('As GLEIF has it. Null if that is not known.')),
    countryCode: t.exposeString('countryCode', nullable('ISO 3166-1 alpha-2.', countryCode)),
    entity: t.expose('entity', {
      type: 'Entity',
      nullable: true,
      description: 'Our record of it. Null if we have none.',
      extensions: declare({ readsRecord: true }),
    }),
  }),
});

const Relation = builder.objectRef<GroupRelation>('GroupRelation').implement({
  description: 'How a company belongs to another.',
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description: 'What the lower one is, in the words of GLEIF, such as `IS_DIRECTLY_CONSOLIDATED_BY`.',
      extensions: declare({ value: oneOf(relationKinds) }),
    }),
    from: t.exposeString('from', nullable('Since when, if stated.', isoDate)),
    to: t.exposeString('to', nullable('Until when, if stated.', isoDate)),
    percentage: t.exposeFloat('percentage', nullable('Null: not known.')),
    checked: t.boolean({
      ...nullable('Whether anybody has checked it. False: only the company itself says so. Null: not known.'),
      resolve: ({ validation }) => (validation === null ? null : validation !== 'ENTITY_SUPPLIED_ONLY'),
    }),
    validation: t.exposeString('validation', nullable('How it was checked, in the words of GLEIF.')),
    member: t.expose('member', { type: GroupMember, description: 'The company at the other end.' }),
  }),
});

const GroupChildren = builder.objectRef<Page<GroupRelation>>('GroupChildren').implement({
  fields: (t) => ({
    items: t.expose('items', { type: [Relation], extensions: declare({ readsRecord: true }) }),
    meta: t.field({ type: PageMeta, resolve: (page) => page }),
  }),
});

const reasons = 'Why, in the words of GLEIF, such as `NATURAL_PERSONS` or `NO_KNOWN_PERSON`. Null if nothing is stated.';

const EntityGroup = builder.objectRef<Group>('EntityGroup').implement({
  description: 'The companies above and below a company, as GLEIF publishes them.',
  fields: (t) => ({
    lei: t.exposeString('lei', nullable('Of the company. Null: it has none, so nothing is known.')),
    directParent: t.expose('directParent', { type: Relation, nullable: true }),
    noDirectParent: t.exposeStringList('noDirectParent', nullable(`It names no direct parent. ${reasons}`)),
    ultimateParent: t.expose('ultimateParent', { type: Relation, nullable: true }),
    noUltimateParent: t.exposeStringList('noUltimateParent', nullable(`It names no ultimate parent. ${reasons}`)),
    otherParents: t.expose('otherParents', {
      type: [Relation],
      description: 'Other kinds of relations upwards, such as from a fund to its manager.',
    }),
    chain: t.expose('chain', {
      type: [Relation],
      description: `The direct parents, one above the other, at most ${maxChain}. It ends where a company comes again.`,
    }),
    children: t.field({
      type: GroupChildren,
      description: 'The companies directly below it, by LEI; and those that name it as their ultimate parent alone.',
      extensions: declare({ records: ({ pageSize }) => Number(pageSize) }),
      args: {
        page: t.arg.int({ required: true, defaultValue: 1 }),
        pageSize: t.arg.int({ required: true, defaultValue: pageRules.pageSize.usual }),
      },
      resolve: async ({ lei }, { page, pageSize }, { services, principal }) => {
        check(pageRules, { page, pageSize });
        const part = { offset: (page - 1) * pageSize, size: pageSize };
        return { ...(await services.groups.below(lei, part, callerOf(principal))), page, pageSize };
      },
    }),
  }),
});

const groupOf = async (record: CompanyRecord, { services, principal }: Context): Promise<Group> =>
  services.groups.above(await services.groups.leiOf(record), callerOf(principal));

builder.queryField('entityGroup', (t) =>
  t.field({
    type: EntityGroup,
    nullable: true,
    description: 'The group of a company: who is above it and who is below it. Null if there is no record with this id.',
    extensions: declare({ cost: { of: 'The group of a record' }, absent: 'entity_not_found' }),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const record = isUuid(id) ? await context.services.records.find(id.toLowerCase(), ['identifiers']) : undefined;
      return record ? groupOf(record, context) : null;
    },
  }),
);

/** Each group needs statements and searches of its own. */
const groupReads = 50;

builder.objectField('Entity', 'group', (t) =>
  t.field({
    type: EntityGroup,
    nullable: true,
    description: 'Who is above the company and who is below it.',
    extensions: declare({ readsRecord: groupReads, cost: fullRecordCost }),
    resolve: (entity, _args, context) => groupOf(entity, context),
  }),
);
