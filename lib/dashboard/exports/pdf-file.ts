import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import { Refusal } from '@/lib/dashboard/refusal'

/**
 * Returns a document as a PDF. Its fonts are in the package; no URL and no other file is read. Throws Refusal
 * `pdf_characters` if the fonts lack a character of the document, which would silently be omitted.
 */
export async function pdfFile(document: TDocumentDefinitions): Promise<Uint8Array> {
  const [{ default: pdfmake }, { default: roboto }] = await Promise.all([
    import('pdfmake'),
    import('pdfmake/fonts/Roboto.js'),
  ])
  const { normal, bold } = roboto.Roboto
  await checkCharacters(document, [normal, bold])
  pdfmake.addFonts(roboto)
  const files: ReadonlySet<unknown> = new Set(Object.values(roboto).flatMap(Object.values))
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => files.has(path))
  return pdfmake.createPdf(document).getBuffer()
}

/** Characters that affect the layout only: line breaks and tabs. */
const UNDRAWN: ReadonlySet<string> = new Set(['\n', '\r', '\t'])

async function checkCharacters(
  { content, footer }: TDocumentDefinitions,
  fontPaths: readonly string[],
): Promise<void> {
  const { open } = await import('fontkit')
  const fonts = await Promise.all(fontPaths.map((path) => open(path)))
  const characters = new Set<string>()
  const page =
    typeof footer === 'function' ? footer(1, 1, { width: 0, height: 0, orientation: 'portrait' }) : footer
  for (const text of textsOf([content, page])) for (const character of text) characters.add(character)
  for (const character of characters) {
    const codePoint = character.codePointAt(0) ?? 0
    const isDrawn = UNDRAWN.has(character) || fonts.every((font) => font.hasGlyphForCodePoint(codePoint))
    if (!isDrawn) throw new Refusal('pdf_characters')
  }
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* textsOf(part)
}
