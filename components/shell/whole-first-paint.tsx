/** Stands on no page, so that the browser waits for the end of the document. */
const NOWHERE = '#end-of-document'

/**
 * Keeps the page that is being left in sight until the one that is loaded can be painted whole. Without it a load
 * paints the outline first, and React then holds the content back for another 300 ms. A move inside the dashboard
 * loads no document: it shows the outline at once. Browsers that do not know `expect` paint as they always did.
 */
export function WholeFirstPaint() {
  return <link rel="expect" href={NOWHERE} blocking="render" />
}
