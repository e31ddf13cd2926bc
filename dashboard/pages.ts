import { enableCopying } from './reference/copy.ts';
import { keepKey } from './reference/key.ts';
import { shareLanguage } from './reference/languages.ts';
import { followReading } from './reference/navigation.ts';
import { enableTrying } from './reference/try-it.ts';

/** The script of the pages that the service renders. They can be read without it. */
shareLanguage();
enableCopying();
keepKey();
enableTrying();
followReading();
