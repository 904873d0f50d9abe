/** Terms that a script can recognize, and the term to use instead. @type {readonly (readonly [RegExp, string])[]} */
export const TERMS = [
  [/\b(told|tells?)\b/gi, 'returns, reports, shows, contains or raises'],
  [/\bwhoever\b/gi, 'the user, the caller, the payer'],
  [/\bjourneys?\b/gi, 'e2e test'],
  [/\bcalm[ -]?rows?\b/gi, 'stable rows'],
  [/\blost (page|place)s?\b|\blostPlace\w*/gi, 'not found'],
  [/\blate[ -]?parts?\b/gi, 'lazy module'],
  [/\bkept (draft|table)s?\b|\bkept(Draft|Table)\w*/gi, 'saved draft'],
  [/\bforeign (card|host)s?\b|\bforeign(Card|Host)\w*/gi, 'non-test card; external host'],
  [/\bsteer(s|ed|ing)?\b|\bsteer[A-Z]\w*/g, 'pause, resume, cancel a link import'],
  [/\bhurry\b|\bhurried\b|\bhurry[A-Z]\w*/g, 'make transfers due now'],
  [/\bhomeless\b/gi, 'transfer without a bank account'],
  [/\bthe way (in|out)\b/gi, 'sign-in; the exact action'],
  [/\bwords\b/g, 'messages, label or copy'],
  [
    /(?:^|\n)\s*(?:\/\*\*?|\/\/|\*)\s+(Who|What|Where|Whether|So that|Of)\b/g,
    'a noun of the code as subject',
  ],
]

/** Returns every forbidden term in a file's text, as it is written there. @param {string} text @returns {string[]} */
export function countTerms(text) {
  return TERMS.flatMap(([pattern]) => [...text.matchAll(pattern)].map(([found]) => found.trim()))
}
