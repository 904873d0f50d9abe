import Papa from 'papaparse'

/** A part of a text, as a field selects it. */
export type TextPlace = { from: number; to: number }

/** One row that is not empty, as a spreadsheet numbers it, and where it stands without the end of its last line. */
export type TableRecord = { row: number; place: TextPlace; cells: readonly string[] }

export type TableRecords = {
  records: readonly TableRecord[]
  /** What stands between two cells. */
  delimiter: string
  /** Whether a quotation mark is never closed. */
  isQuoteOpen: boolean
}

/** Splits a table as a spreadsheet saves it (comma, semicolon or tab) into its rows. Empty ones count, but are left out. */
export function readRecords(text: string): TableRecords {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  const plain = text.slice(start)
  const delimiter = delimiterOf(plain)
  const records: TableRecord[] = []
  let isQuoteOpen = false
  let row = 0
  let from = start
  Papa.parse<string[]>(plain, {
    delimiter,
    step: ({ data: cells, errors, meta }) => {
      row += 1
      isQuoteOpen ||= errors.some(({ type }) => type === 'Quotes')
      const end = start + meta.cursor
      const to = from + text.slice(from, end).replace(/[\r\n]+$/, '').length
      if (cells.join('').trim() !== '') records.push({ row, place: { from, to }, cells })
      from = end
    },
  })
  return { records, delimiter, isQuoteOpen }
}

/** What separates the cells; a comma within an amount does not. */
function delimiterOf(text: string): string {
  // Empty rows must not weigh in it, but are numbered as any other.
  const { delimiter } = Papa.parse(text, { preview: 1, skipEmptyLines: 'greedy' }).meta
  const [line = ''] = text.trimStart().split('\n', 1)
  const isDecimal = delimiter === ',' && line.includes(';') && !/(^|\D),|,(\D|$)/.test(line)
  return isDecimal ? ';' : delimiter
}

/** Where each cell of a row stands in the text, of a quoted one what is between its marks. */
export function cellPlaces(text: string, { from, to }: TextPlace, delimiter: string): readonly TextPlace[] {
  const places: TextPlace[] = []
  let at = from
  while (at <= to) {
    const isQuoted = text[at] === '"'
    const begin = isQuoted ? at + 1 : at
    const quote = isQuoted ? closingQuote(text, begin, to) : begin
    const next = text.indexOf(delimiter, quote)
    const end = next === -1 || next > to ? to : next
    places.push({ from: begin, to: isQuoted ? quote : end })
    if (end === to) break
    at = end + delimiter.length
  }
  return places
}

/** A mark within a cell is written twice. */
function closingQuote(text: string, begin: number, to: number): number {
  let at = begin
  while (at < to && (text[at] !== '"' || text[at + 1] === '"')) at += text[at] === '"' ? 2 : 1
  return Math.min(at, to)
}
