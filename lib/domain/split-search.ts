import { foldText } from './fold-text'

/** Longest search text: a pasted message is longer than the phone or link in it. */
export const SEARCH_TEXT_MAX = 2_000
/** Upper bound, because each term is matched against every row. */
export const SEARCH_TERMS_MAX = 8

/** Separators between terms. A comma or a colon between digits belongs to an amount or to a time. */
const WORD = /(?:[^\s"()[\]{}<>;,:]|(?<=\d)[,:](?=\d))+/g
const EDGES = /^['!?#*~/-]+|['!?#*~/.-]+$/g
const SIGNS_ALONE = /^[\p{P}|]+$/u

/**
 * Splits a search text into terms, folded by `foldText`: a row must match all, in any order. An e-mail, `100%` and
 * `A-1024` are one term. Never empty; the last of `SEARCH_TERMS_MAX` terms is the whole rest, as typed.
 */
export function splitSearch(text: string): string[] {
  const folded = foldText(text).trim()
  const found = [...folded.matchAll(WORD)].flatMap(({ 0: typed, index }) => {
    const word = typed.replace(EDGES, '')
    return word === '' || SIGNS_ALONE.test(word) ? [] : [{ word, index }]
  })
  const last = found.length > SEARCH_TERMS_MAX ? found[SEARCH_TERMS_MAX - 1] : undefined
  if (last) {
    const rest = folded.slice(last.index).replace(EDGES, '')
    return [...found.slice(0, SEARCH_TERMS_MAX - 1).map(({ word }) => word), rest]
  }
  return found.length > 0 ? found.map(({ word }) => word) : [folded || text]
}
