/** Where the pages of the local payment provider are, and that of caught e-mails. */
export const localPaymentsPath = '/local-payments';
export const localMailPath = '/local-mail';
