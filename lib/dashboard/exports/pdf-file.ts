import type { Content, TableCell } from 'pdfmake/interfaces'
import { CELL_MAX, type FileCell, fileTime } from '@/lib/dashboard/reads/file-rows'
import { moneyText } from '@/lib/domain/money'
import { shorten } from '@/lib/domain/text'
import { translator } from '@/lib/messages/translator'
import type { DocumentHead } from './document-heads'
import type { FileRows, FileTask } from './file-thread'

/** The beginning of a word that must not widen its column, so that the line may end after it. */
const LONG_WORD = /[^ ]{16}(?=[^ ])/gu
const STAND_IN = '\uFFFD'
const GRAY = '#555'
/** Columns that fit on the width of a page. */
const PORTRAIT_COLUMNS_MAX = 5

/**
 * Returns rows below the head of their task as a PDF. Its fonts are in the package; no URL and no other file is read.
 * Characters that the fonts lack are drawn as stand-ins, which a note at the end explains.
 */
export async function pdfFile(task: FileTask & { head: DocumentHead }, chunks: FileRows) {
  const [{ default: pdfmake }, { default: roboto }, { open }] = await Promise.all([
    import('pdfmake'),
    import('pdfmake/fonts/Roboto.js'),
    import('fontkit'),
  ])
  const { normal, bold } = roboto.Roboto
  pdfmake.addFonts(roboto)
  const files: ReadonlySet<unknown> = new Set(Object.values(roboto).flatMap(Object.values))
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => files.has(path))
  const text = drawableText(await Promise.all([normal, bold].map((path) => open(path))))
  const { head, holder, timezone, language, locale } = task
  const t = translator(language, task.texts, locale)
  const local = fileTime(timezone)
  const cellOf = (cell: FileCell): TableCell => {
    if (typeof cell === 'string') return text(cell)
    if ('amount' in cell)
      return {
        text: text(moneyText(cell.amount, cell.currency, locale)),
        alignment: 'right',
        noWrap: true,
      }
    return 'local' in cell ? local(cell.local) : cell.utc
  }
  const rows: TableCell[][] = []
  for await (const chunk of chunks) rows.push(...chunk.map((cells) => cells.map(cellOf)))
  const content: Content[] = [...headContent(head, text(holder), text), table(task.headings, rows)]
  if (JSON.stringify(content).includes(STAND_IN))
    content.push({ text: t('export-files.standIn', { glyph: STAND_IN }), color: GRAY, margin: [0, 12, 0, 0] })
  const about = text(t('export-files.footer', { account: holder, at: local(task.at), zone: timezone }))
  return pdfmake
    .createPdf({
      pageMargins: [40, 48, 40, 48],
      pageOrientation: task.headings.length > PORTRAIT_COLUMNS_MAX ? 'landscape' : 'portrait',
      defaultStyle: { font: 'Roboto', fontSize: 9 },
      info: { title: text(head.title), author: text(holder) },
      footer: (page, pages) => ({
        columns: [{ text: about }, { text: t('export-files.page', { page, pages }), alignment: 'right' }],
        margin: [40, 12],
        color: GRAY,
        fontSize: 8,
      }),
      content,
    })
    .getBuffer()
}

function headContent(
  { title, lead, sections }: DocumentHead,
  holder: string,
  text: (text: string) => string,
): Content[] {
  const content: Content[] = [
    { text: holder, fontSize: 11, color: GRAY },
    { text: text(title), fontSize: 16, bold: true, margin: [0, 2] },
    { text: text(lead), color: GRAY, margin: [0, 0, 0, 12] },
  ]
  for (const { heading, note, pairs = [], isSum = false } of sections) {
    if (heading) content.push({ text: text(heading), bold: true, fontSize: 11, margin: [0, 12, 0, 4] })
    const body = pairs.map(([name, value], index): TableCell[] => [
      { text: text(name), color: GRAY },
      { text: text(value), alignment: isSum ? 'right' : 'left', bold: isSum && index === pairs.length - 1 },
    ])
    if (body.length > 0)
      content.push({ layout: 'noBorders', table: { widths: isSum ? ['*', 'auto'] : ['auto', '*'], body } })
    if (note) content.push({ text: text(note), color: GRAY, margin: [0, 6, 0, 0] })
  }
  return content
}

function table(headings: readonly string[], rows: TableCell[][]): Content {
  return {
    layout: 'lightHorizontalLines',
    table: {
      headerRows: 1,
      widths: headings.map((_, at) => (at === 1 ? '*' : 'auto')),
      body: [headings.map((text) => ({ text, bold: true })), ...rows],
    },
  }
}

interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean
}

/**
 * Returns a function that cuts a text and converts it to one line that every one of `fonts` can draw: invisible characters
 * are dropped, and a letter that the fonts lack becomes `STAND_IN`.
 */
export function drawableText(fonts: readonly Font[]): (text: string) => string {
  const isDrawn = (character: string) =>
    fonts.every((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  return (text) => {
    const line = shorten(text, CELL_MAX.pdf)
      .normalize('NFKC')
      .replace(/[\t-\r\p{Z}]+/gu, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    return Array.from(line, (character) =>
      isDrawn(character) ? character : /\p{M}/u.test(character) ? '' : STAND_IN,
    )
      .join('')
      .replace(LONG_WORD, '$&\u200B')
  }
}
