/** Makes the copy buttons work. A button copies the visible text beside it, or the text that it carries. */
export function enableCopying(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('button.copy');
    if (!button) return;
    const around = button.closest('.samples, .code');
    const shown = [...(around?.querySelectorAll('pre') ?? [])].find((pre) => pre.checkVisibility());
    await navigator.clipboard.writeText(textsToCopy.get(button) ?? shown?.textContent ?? '');
    say(button, 'Copied');
  });
}

/** The texts of buttons that have no `pre` beside them. */
export const textsToCopy = new WeakMap<Element, string>();

/** Says for two seconds what happened. Screen readers read the button again, because it has the focus and is live. */
function say(button: HTMLButtonElement, text: string): void {
  const before = button.textContent;
  if (before === text) return;
  button.setAttribute('aria-live', 'polite');
  button.textContent = text;
  setTimeout(() => {
    button.textContent = before;
  }, 2_000);
}
