import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import { exports } from '@/lib/messages/exports'
import { drawableText, STAND_IN } from './drawable-text'

/**
 * Returns a document as a PDF. Its fonts are in the package; no URL and no other file is read. Characters that the fonts
 * lack are drawn as stand-ins, which a note at the end explains.
 */
export async function pdfFile({ content, footer, ...document }: TDocumentDefinitions): Promise<Uint8Array> {
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
  const drawable = drawableText(await Promise.all([normal, bold].map((path) => open(path))))
  const drawn = withTexts(content, drawable)
  const note = JSON.stringify(drawn).includes(STAND_IN)
    ? [
        {
          text: exports.pdf.standIn(STAND_IN),
          color: '#555',
          margin: [0, 12, 0, 0] as [number, number, number, number],
        },
      ]
    : []
  return pdfmake
    .createPdf({
      ...document,
      content: [drawn, ...note],
      footer: (...page) => withTexts(typeof footer === 'function' ? footer(...page) : footer, drawable),
    })
    .getBuffer()
}

/** Returns a part of a document with each of its texts converted: a string of a list, or one that is named text. */
function withTexts<Part>(part: Part, convert: (text: string) => string): Part {
  // Each branch returns the kind of value that it received.
  const same = (value: unknown) => value as Part
  if (typeof part === 'string') return same(convert(part))
  if (Array.isArray(part)) return same(part.map((one) => withTexts(one, convert)))
  if (typeof part !== 'object' || part === null) return part
  const fields = Object.entries(part).map(([key, value]) => [
    key,
    typeof value === 'string' && key !== 'text' ? value : withTexts(value, convert),
  ])
  return same(Object.fromEntries(fields))
}
