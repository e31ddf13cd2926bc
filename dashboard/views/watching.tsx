import { useAddress } from '../address.ts';
import { Lists } from '../watching/lists.tsx';
import { OneList } from '../watching/one-list.tsx';

export function WatchingView() {
  const list = useAddress().searchParams.get('list');
  return list ? <OneList key={list} id={list} /> : <Lists />;
}
