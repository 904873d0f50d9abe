import type { TableRow } from './read-table'

/** The text of a table without the rows that are right: its heading and what is still to be corrected, as it was typed. */
export function tableLeft(text: string, rows: readonly TableRow[]): string {
  const heading = text.slice(0, rows[0]?.place.from ?? text.length)
  const wrong = rows.filter(({ input }) => input === null)
  return heading + wrong.map(({ place }) => `${text.slice(place.from, place.to)}\n`).join('')
}
