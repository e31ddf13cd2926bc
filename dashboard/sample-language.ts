const key = 'sample-language';

/** The language of samples that was chosen last in this browser, in the dashboard or in the documentation. */
export const rememberedLanguage = (): string => localStorage.getItem(key) ?? '';

export const rememberLanguage = (language: string): void => localStorage.setItem(key, language);
