import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
