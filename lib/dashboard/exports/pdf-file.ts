import type { TDocumentDefinitions } from 'pdfmake/interfaces'

/** Returns a document as a PDF. Its fonts are in the package; no address and no other file is read. */
export async function pdfFile(document: TDocumentDefinitions): Promise<Uint8Array> {
  const [{ default: pdfmake }, { default: roboto }] = await Promise.all([
    import('pdfmake'),
    import('pdfmake/fonts/Roboto.js'),
  ])
  pdfmake.addFonts(roboto)
  const files: ReadonlySet<unknown> = new Set(Object.values(roboto).flatMap(Object.values))
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => files.has(path))
  return pdfmake.createPdf(document).getBuffer()
}
