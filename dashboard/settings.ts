import { useState } from 'preact/hooks';

/** A choice of this browser, such as the columns of a table, that is kept for the next visit. */
export function useSetting<Value>(name: string, preset: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => read(name, preset));
  const keep = (next: Value) => {
    localStorage.setItem(name, JSON.stringify(next));
    setValue(next);
  };
  return [value, keep];
}

/** Whether there is room for two columns beside the navigation. The style sheet has the same width. */
export const isWide = (): boolean => matchMedia('(min-width: 64rem)').matches;

function read<Value>(name: string, preset: Value): Value {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '') as Value;
  } catch {
    return preset;
  }
}
