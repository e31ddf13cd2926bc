-- compatible: the new column has a default. Builds before this one do not erase named places again: import with this one.

-- The fields and columns that an operator named. They are erased whatever they are about; "fields" only where it is a person.
ALTER TABLE "erasure" ADD COLUMN "named" TEXT[] NOT NULL DEFAULT '{}';
