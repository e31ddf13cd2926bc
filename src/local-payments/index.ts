import { LocalProvider } from './server.ts';

/** Starts the local payment provider, for development. `file` keeps its data between starts. */
export const startLocalProvider = (file: string) => LocalProvider.start({ file });
