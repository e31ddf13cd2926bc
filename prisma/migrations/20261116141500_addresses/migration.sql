-- compatible: the new columns may be empty, and no build before this one names them.

-- What the search finds of an address, see companies/format/address-key.ts.
ALTER TABLE "entity" ADD COLUMN "address_key" BYTEA;
ALTER TABLE "search_bucket" ADD COLUMN "addresses" BYTEA NOT NULL DEFAULT '';
-- Read whole and often: unpacking would cost more than it saves.
ALTER TABLE "search_bucket" ALTER COLUMN "addresses" SET STORAGE EXTERNAL;
