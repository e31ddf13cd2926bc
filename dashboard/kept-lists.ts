import { ask } from './ask.ts';
import { forgetAccount } from './chosen-account.ts';
import { hasList } from './list/kept-flag.ts';

const question =
  'Signing out removes your list from this browser, with the answers that you paid for. Download it first if you need it. Sign out?';

/** Throws the list of a person away. With a question, only if the person agrees or no row is answered. Returns whether it is gone. */
export async function forgetList(owner: string, text?: string): Promise<boolean> {
  if (!hasList()) return true;
  const { countAnswers, removeList } = await import('./list/store.ts');
  if (text && (await countAnswers(owner)) > 0 && !confirm(text)) return false;
  await removeList(owner);
  return true;
}

/** Before a person signs out, their list and their account are forgotten: the next person at this browser may be another one. */
export function forgetAtSignOut(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (form.getAttribute('action') !== '/auth/logout') return;
  if (!hasList()) {
    forgetAccount();
    return;
  }
  event.preventDefault();
  ask('reader', {})
    .then(({ me }) => forgetList(me.id, question))
    // Without an answer the list stays. Nobody else sees it.
    .catch(() => true)
    .then((isGone) => {
      if (!isGone) return;
      forgetAccount();
      form.submit();
    });
}
