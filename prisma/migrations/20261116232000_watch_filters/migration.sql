-- compatible: the builds before neither read nor write this column. An import whose hits they find has none for filters.

-- A list has companies, or a filter as a search has it.
ALTER TABLE "watch_list" ADD COLUMN "filter" JSON;
