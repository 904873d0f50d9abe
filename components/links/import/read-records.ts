import Papa from 'papaparse'

/** A range of a text, as the selection of a textarea. */
export type TextRange = { from: number; to: number }

/** One row that is not empty: its number in a spreadsheet, and its range without the last line end. */
export type TableRecord = { row: number; range: TextRange; cells: readonly string[] }

export type TableRecords = {
  records: readonly TableRecord[]
  /** The separator of cells. */
  delimiter: string
  /** True if a quotation mark is never closed. */
  isQuoteOpen: boolean
}

/** A byte order mark and the line in which a file names its separator to Excel. */
const BEGINNING = /^\uFEFF?(?:sep=([;,\t|])[^\S\n]*\r?\n)?/i

/** Returns the rows of a table as a spreadsheet saves it (comma, semicolon or tab). Empty rows are numbered but left out. */
export function readRecords(text: string): TableRecords {
  const [beginning = '', named] = BEGINNING.exec(text) ?? []
  const start = beginning.length
  const plain = text.slice(start)
  const delimiter = named ?? delimiterOf(plain)
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
      if (cells.join('').trim() !== '')
        records.push({ row, range: { from, to }, cells: cells.map(withoutFormula) })
      from = end
    },
  })
  return { records, delimiter, isQuoteOpen }
}

/** Returns the text of `="007"`, with which programs keep a spreadsheet from reading a text as a number. */
function withoutFormula(cell: string): string {
  const [, text] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell) ?? []
  return text === undefined ? cell : text.replace(/""/g, '"')
}

/** Returns the separator of the cells. A decimal comma in an amount is none. */
function delimiterOf(text: string): string {
  // Empty rows must not influence the guess of the delimiter.
  const { delimiter } = Papa.parse(text, { preview: 1, skipEmptyLines: 'greedy' }).meta
  const [line = ''] = text.trimStart().split('\n', 1)
  const isDecimal = delimiter === ',' && line.includes(';') && !/(^|\D),|,(\D|$)/.test(line)
  return isDecimal ? ';' : delimiter
}

/** Returns the range of each cell of a row; of a quoted cell without its quotation marks. */
export function cellRanges(text: string, { from, to }: TextRange, delimiter: string): readonly TextRange[] {
  const ranges: TextRange[] = []
  let at = from
  while (at <= to) {
    const isQuoted = text[at] === '"'
    const begin = isQuoted ? at + 1 : at
    const quote = isQuoted ? closingQuote(text, begin, to) : begin
    const next = text.indexOf(delimiter, quote)
    const end = next === -1 || next > to ? to : next
    ranges.push({ from: begin, to: isQuoted ? quote : end })
    if (end === to) break
    at = end + delimiter.length
  }
  return ranges
}

/** Returns the position of the closing quotation mark. A doubled mark is part of the cell. */
function closingQuote(text: string, begin: number, to: number): number {
  let at = begin
  while (at < to && (text[at] !== '"' || text[at + 1] === '"')) at += text[at] === '"' ? 2 : 1
  return Math.min(at, to)
}
