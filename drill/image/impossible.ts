/** This machine lacks what the drill needs. Nothing was tried, so nothing has failed. */
export class Impossible extends Error {}
