import { defineConfig } from 'prisma/config';

// Generating the client needs no schema engine, yet the CLI downloads one unless it is told of a binary: any program will do.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma' });
