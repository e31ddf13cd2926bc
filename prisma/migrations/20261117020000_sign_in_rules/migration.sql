-- compatible: the new columns may be null. Builds before this one let barred members in, until they are replaced.

-- The issuer that the members of an account have to sign in at, and the roles of its groups: {"group": "role"}.
ALTER TABLE "account"
    ADD COLUMN "required_issuer" TEXT,
    ADD COLUMN "group_roles" JSONB;

-- The groups that the issuer last named, and when it last refused the person. Null: it never did either.
ALTER TABLE "user_profile"
    ADD COLUMN "groups" TEXT[],
    ADD COLUMN "refused_at" TIMESTAMPTZ(6);

-- Why a member cannot get in: they are of another issuer, have no group with a role, or their issuer refuses them. The trigger
-- membership_touched lets every instance notice a change within a second.
ALTER TABLE "membership" ADD COLUMN "barred" TEXT CHECK ("barred" IN ('issuer', 'groups', 'refused'));

-- The tokens of the issuer by which a session is looked at again, sealed, and when that is due.
ALTER TABLE "session"
    ADD COLUMN "sealed_tokens" TEXT,
    ADD COLUMN "look_at" TIMESTAMPTZ(3);
CREATE INDEX "session_look_at_idx" ON "session"("look_at");
