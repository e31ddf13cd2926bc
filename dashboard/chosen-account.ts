/** The account that this tab is about. Without a choice it is the one that the person made. */
const name = 'account';

/** A tab keeps its account. A new tab begins with the one that was chosen last in this browser. */
export function chosenAccount(): string | undefined {
  const chosen = sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? '';
  sessionStorage.setItem(name, chosen);
  return chosen || undefined;
}

/** The header that chooses the account of a request. */
export function accountHeader(): Record<string, string> {
  const chosen = chosenAccount();
  return chosen ? { 'X-Account-ID': chosen } : {};
}

export function forgetAccount(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(name);
}

/** Loads a page anew for another account: nothing that is shown belongs to it. */
export function chooseAccount(id: string | undefined, page = '/dashboard'): void {
  for (const storage of [sessionStorage, localStorage]) storage.setItem(name, id ?? '');
  location.assign(page);
}
