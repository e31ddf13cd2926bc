-- compatible: the new column has a default, and no build before this one names it.

-- The folding that the search index is written in, see companies/format/search-text.ts.
ALTER TABLE "data_version" ADD COLUMN "folding" INTEGER NOT NULL DEFAULT 1;
