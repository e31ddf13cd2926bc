const name = 'invitation';

/** Keeps the token of the invitation in the address for this tab, and returns it. The address loses it. */
export function keepInvitation(): string | undefined {
  const token = location.hash.slice(1);
  if (token.startsWith('cri_')) {
    sessionStorage.setItem(name, token);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(name) ?? undefined;
}

export const forgetInvitation = (): void => sessionStorage.removeItem(name);
