CREATE TABLE "country" (
    "code" CHAR(2) NOT NULL,
    "name" TEXT NOT NULL,
    "native_name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "country_pkey" PRIMARY KEY ("code")
);

-- The countries that are planned. One becomes enabled when its register is first imported.
INSERT INTO "country" ("code", "name", "native_name") VALUES
    ('BE', 'Belgium', 'België / Belgique'),
    ('CZ', 'Czechia', 'Česko'),
    ('EE', 'Estonia', 'Eesti'),
    ('FI', 'Finland', 'Suomi'),
    ('FR', 'France', 'France'),
    ('GB', 'United Kingdom', 'United Kingdom'),
    ('LT', 'Lithuania', 'Lietuva'),
    ('LV', 'Latvia', 'Latvija'),
    ('MD', 'Moldova', 'Moldova'),
    ('NO', 'Norway', 'Norge'),
    ('PL', 'Poland', 'Polska'),
    ('RO', 'Romania', 'România'),
    ('SK', 'Slovakia', 'Slovensko'),
    ('UA', 'Ukraine', 'Україна');
