import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';

/** Replaces the heading and the title of the page, or with undefined shows those of the view again. */
export const SetTitle = createContext<(title: string | undefined) => void>(() => {});

/** The heading and the title of the page while this component is shown. */
export function useTitle(title: string | undefined): void {
  const setTitle = useContext(SetTitle);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [setTitle, title]);
}
