/** Stands on no page: painting waits for the end of the document. */
const NOWHERE = '#end-of-document'

/** Takes the link away at that end, before the browser complains that it never found what it waited for. */
const LET_GO = `document.addEventListener('readystatechange', () => {
  document.querySelector('link[rel=expect]')?.remove()
}, { once: true })`

/**
 * Keeps the page that is being left in sight until the one that is loaded can be painted whole. Without it a load
 * paints the outline first, and React then holds the content back for another 300 ms. A move inside the dashboard
 * loads no document: it shows the outline at once. Browsers that do not know `expect` paint as they always did.
 */
export function WholeFirstPaint({ nonce }: { nonce: string | undefined }) {
  return (
    <>
      <link rel="expect" href={NOWHERE} blocking="render" />
      <script nonce={nonce}>{LET_GO}</script>
    </>
  )
}
