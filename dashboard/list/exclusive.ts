import { useEffect, useState } from 'preact/hooks';

const held = new Set<string>();

/**
 * Whether this tab alone has the name, until it is closed: two tabs would ask for the same rows and pay for them twice. Undefined
 * until it is known. Browsers have no locks on pages without https, and every tab counts as alone there.
 */
export function useExclusive(name: string | undefined): boolean | undefined {
  const [isAlone, setAlone] = useState<boolean>();
  useEffect(() => {
    if (!name) return;
    if (held.has(name) || !navigator.locks) return setAlone(true);
    let isShown = true;
    const take = () =>
      navigator.locks.request(name, () => {
        held.add(name);
        if (isShown) setAlone(true);
        return new Promise<void>(() => {});
      });
    navigator.locks.query().then(({ held: others = [] }) => {
      if (isShown && others.some((lock) => lock.name === name) && !held.has(name)) setAlone(false);
    });
    take().catch(() => {});
    return () => {
      isShown = false;
    };
  }, [name]);
  return isAlone;
}
