-- compatible: the new column may be null. Builds before this one leave it as it is.

-- When the issuer named the groups of the person. An older token does not change them. Null: unknown.
ALTER TABLE "user_profile" ADD COLUMN "groups_at" TIMESTAMPTZ(6);
