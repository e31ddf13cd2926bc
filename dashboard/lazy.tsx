import { useEffect, useState } from 'preact/hooks';
import { Problem } from './ask.ts';
import { Loading, ProblemNote } from './parts/common.tsx';

type View = () => preact.JSX.Element;

/** A view whose code is loaded when it is first shown. */
export function lazy(load: () => Promise<View>): View {
  let known: View | undefined;
  return function LazyView() {
    const [loaded, setLoaded] = useState({ View: known, isMissing: false });
    useEffect(() => {
      load().then(
        (view) => {
          known = view;
          setLoaded({ View: view, isMissing: false });
        },
        () => setLoaded({ View: undefined, isMissing: true }),
      );
    }, []);
    const { View, isMissing } = loaded;
    if (View) return <View />;
    if (!isMissing) return <Loading />;
    // After an update the files of the version before are gone.
    const problem = new Problem('unreachable', 'This page could not be loaded. There may be a new version of it.');
    return <ProblemNote problem={problem} retry={() => location.reload()} />;
  };
}
