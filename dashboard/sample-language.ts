import { type SampleLanguage, sampleLanguages } from '../rest/openapi/sample-languages.ts';

const key = 'sample-language';

/** The language of samples that was chosen last in this browser, in the dashboard or in the documentation. */
export const rememberedLanguage = (): SampleLanguage =>
  sampleLanguages.find((language) => language === localStorage.getItem(key)) ?? sampleLanguages[0];

export const rememberLanguage = (language: string): void => localStorage.setItem(key, language);
