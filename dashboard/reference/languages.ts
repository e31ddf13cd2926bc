import { rememberedLanguage, rememberLanguage } from '../sample-language.ts';

const choices = (language: string) =>
  document.querySelectorAll<HTMLInputElement>(`.samples input[type="radio"][value="${CSS.escape(language)}"]`);

/** A language that is chosen on one card applies to all, and to the pages that are opened later. */
export function shareLanguage(): void {
  const apply = (language: string) => {
    for (const choice of choices(language)) choice.checked = true;
  };
  apply(rememberedLanguage());
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio' || !target.closest('.samples')) return;
    // The card stays where it is, although the cards above it change their height.
    const top = target.getBoundingClientRect().top;
    apply(target.value);
    scrollBy(0, target.getBoundingClientRect().top - top);
    rememberLanguage(target.value);
  });
}
