import type { Command } from '../src/command-line/command.ts';
import { Refusal } from '../src/kernel/errors.ts';
import { loadDevelopment } from './development.ts';

const whom = 'someone@example.com [--name "Some One"] [--issuer acme --groups staff,admins]';

export const command: Command = {
  name: 'token',
  summary: 'Prints a session token of the local issuer, for development.',
  usage: `npm run --silent token -- ${whom}`,
  needs: 'settings',
  run: async ({ words, config, print }) => {
    const development = await loadDevelopment(config);
    if (!development)
      throw new Refusal('Session tokens are made for development alone: in production the identity provider makes them.');
    print(await development.tokenFor(words, config, whom));
  },
};
