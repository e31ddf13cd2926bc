-- deferred: builds before this one fold what is searched for in the first way. The index is written anew beforehand, see
-- companies/intake/refolding.ts.
UPDATE "data_version" SET "folding" = 2;
