/** Marks the operation that is read in the list of operations, and scrolls the list with it. */
export function followReading(): void {
  const list = document.querySelector('nav.operations');
  const column = list?.closest('.aside');
  if (!list || !column) return;
  const linkOf = (id: string) => list.querySelector(`a[href="#${CSS.escape(id)}"]`);
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = linkOf(target.id);
        if (!isIntersecting || !link) continue;
        list.querySelector('[aria-current]')?.removeAttribute('aria-current');
        link.setAttribute('aria-current', 'location');
        // Scrolling the link into view would make Tab start there in some browsers.
        const inner = link.getBoundingClientRect();
        const outer = column.getBoundingClientRect();
        if (inner.top < outer.top || inner.bottom > outer.bottom) column.scrollTop += inner.top - outer.top - outer.height / 2;
      }
    },
    // A line in the upper part of the window.
    { rootMargin: '-20% 0px -79% 0px' },
  );
  for (const article of document.querySelectorAll('article.operation')) watcher.observe(article);
  // On a phone the list covers the page: it closes when an operation is chosen.
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) list.querySelector('details')?.removeAttribute('open');
  });
}
