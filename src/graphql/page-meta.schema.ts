import { z } from 'zod';
import { builder } from './builder.ts';
import { declare } from './declaration.ts';

/** The page of a list that is shown, and the length of the whole list. */
export interface Paged {
  page: number;
  pageSize: number;
  total: number;
}

const fromOne = z.int32().min(1);

export const PageMeta = builder.objectRef<Paged>('PageMeta').implement({
  fields: (t) => ({
    page: t.exposeInt('page', { extensions: declare({ value: fromOne }) }),
    pageSize: t.exposeInt('pageSize', { extensions: declare({ value: fromOne }) }),
    pageCount: t.int({ resolve: ({ total, pageSize }) => Math.ceil(total / pageSize) }),
    total: t.exposeInt('total', { description: 'Of all pages, exact.' }),
  }),
});
