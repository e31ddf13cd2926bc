/** What the pages outside the dashboard do beyond HTML. Everything on them works without it, but for copying and trying. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset['copy'] ?? '')?.textContent ?? '');
    button.textContent = 'Copied';
  });
}
