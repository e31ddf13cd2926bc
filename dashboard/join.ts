import { keepInvitation } from './members/kept-invitation.ts';

/** On the page that asks to sign in: the token of an invitation is kept for the way to the sign-in and back. */
keepInvitation();
