/*
 * What each reason weighs in a comparison of names. `node bench/match/learn.ts` learns these numbers from the labelled pairs and
 * says what they would be. On lists that were left out they did no better than these, which were set by hand.
 */

export const nameWeights = {
  /** How much a word says by its kind. A word of which nothing is known says 1 at most. */
  kinds: { filler: 0.2, ordinary: 0.45, role: 0.5, common: 0.6, place: 0.5, number: 0.6, 'first name': 0.5, word: 1 },
  /** A word that the name has besides those of the query says less against it than one that it lacks. */
  surplusShare: 0.75,
  /** The most that the missing words of a name count together, if one name is as people say it: `Cisco`, `Cisco Systems, Inc.` */
  maxIfSpoken: 0.36,
  shareIfSpoken: 0.5,
  /** A few letters before a name. */
  shareOfLetters: 0.3,
  /** What lowers a score, besides the words that differ. */
  lowers: {
    /** Different numbers: `Fund II`, `Fund III`. */
    numbers: 0.5,
    numberOfOne: 0.3,
    places: 0.35,
    placeOfOne: 0.12,
    /** `Beijing Megvii Technology`, where `Megvii Technology (UK)` may be a company of its own. */
    firstPlace: 0.04,
    /** A word that separates companies of one group, such as Holdings. */
    role: 0.2,
    /** A trade of one of them alone, if they share none: `Barclays`, `Barclays Bank`. */
    tradeOfOne: 0.11,
    /** The same in two names with forms, of which people leave out nothing: `Time Warner Inc`, `Time Warner Cable Inc`. */
    tradeWithForms: 0.17,
    /** Each of the names has words of its own. */
    contradiction: 0.1,
    /** Brothers and sons. */
    family: 0.2,
    /** Only words that many names have are shared. */
    ordinary: 0.2,
    /** Words that are spelt differently: this times what they lack of being equal. */
    spelling: 0.5,
    /** Letters that stand alone: `R & J Pennington`, `R & K Pennington`. */
    letters: 0.25,
    forms: 0.08,
    /** Forms of two countries: `AG`, `plc`. Alone they leave a match, behind one with the right form. */
    formsOfCountries: 0.2,
    /** A name by which the company is known instead of the written one: an equal name is better. */
    known: 0.02,
    order: 0.02,
    orderOfOrdinary: 0.31,
  },
};
