const flag = 'has-list';

/** Whether this browser has kept a list. The code of lists is loaded only where it has. */
export const hasList = (): boolean => localStorage.getItem(flag) !== null;
export const noteList = (): void => localStorage.setItem(flag, 'yes');
