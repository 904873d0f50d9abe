import { strToU8, Zip, ZipDeflate } from 'fflate'
import { type FileCell, fileTime, majorText } from '@/lib/dashboard/reads/file-rows'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import type { FileRows, FileTask } from './file-thread'

/** Days from the format's epoch (1899-12-30) to 1970-01-01. */
const EPOCH_DAYS = 25_569
const DAY_MS = 86_400_000
const COLUMN_WIDTH = 20

/** Styles of cells, by their index in styles.xml: plain, heading, instant, then amounts of 0 to 4 decimals. */
const STYLE = { heading: 1, instant: 2, amount: 3 } as const
const AMOUNT_FORMATS = ['#,##0', '#,##0.0', '#,##0.00', '#,##0.000', '#,##0.0000']

/**
 * Returns rows as a spreadsheet: numbers and dates are typed cells, the first row is frozen, and no cell is a formula.
 * Rows are compressed chunk by chunk, so that memory holds the file and one chunk.
 */
export async function xlsxFile(
  { headings, timezone, sheet: sheetName }: Pick<FileTask, 'headings' | 'timezone' | 'sheet'>,
  chunks: FileRows,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    parts.push(data)
  })
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    return file
  }
  for (const [name, text] of Object.entries(frameOf(sheetName))) add(name).push(strToU8(text), true)
  const sheet = add('xl/worksheets/sheet1.xml')
  const cellXml = cellWriter(timezone)
  let position = 0
  const rowXml = (cells: readonly FileCell[], style?: number) => {
    position += 1
    const xml = cells.map((cell, index) => cellXml(`${letterOf(index)}${position}`, cell, style))
    return `<row r="${position}">${xml.join('')}</row>`
  }
  sheet.push(strToU8(sheetStart(headings.length) + rowXml(headings, STYLE.heading)))
  for await (const chunk of chunks) sheet.push(strToU8(chunk.map((cells) => rowXml(cells)).join('')))
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  return Buffer.concat(parts)
}

function cellWriter(timeZone: string): (reference: string, cell: FileCell, style?: number) => string {
  const wallClock = fileTime(timeZone)
  const instant = (reference: string, wall: string) => {
    const serial = Date.parse(`${wall.replace(' ', 'T')}Z`) / DAY_MS + EPOCH_DAYS
    return `<c r="${reference}" s="${STYLE.instant}"><v>${serial}</v></c>`
  }
  return (reference, cell, style = 0) => {
    if (cell === '') return ''
    if (typeof cell === 'string')
      return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
    if ('local' in cell) return instant(reference, wallClock(cell.local))
    if ('utc' in cell) return instant(reference, new Date(cell.utc).toISOString().slice(0, 19))
    const format = isCurrency(cell.currency) ? STYLE.amount + decimalsOf(cell.currency) : 0
    return `<c r="${reference}" s="${format}"><v>${majorText(cell.amount, cell.currency)}</v></c>`
  }
}

/** Returns `A`, `B` … `Z`, `AA`. */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}

/**
 * Removes control characters and lone surrogates, which XML cannot represent. Escapes the format's own escapes: a literal
 * `_x0041_` would be shown as A.
 */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org'
const MAIN = `${OFFICE}/spreadsheetml/2006/main`
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`
const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function sheetStart(columns: number): string {
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="${COLUMN_WIDTH}" customWidth="1"/></cols><sheetData>`
}

const formats = ['yyyy-mm-dd hh:mm:ss', ...AMOUNT_FORMATS]
const formatXml = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`)
const styles = formats.map(
  (_, index) => `<xf numFmtId="${164 + index}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`,
)

const frameOf = (sheetName: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formatXml.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" applyFont="1"/>${styles.join('')}</cellXfs></styleSheet>`,
})
