const CONTENT_END = 'content-end'

/**
 * Keeps the page that is being left in sight until the one that is loaded can be painted whole, to its `ContentEnd`.
 * Without it a load paints the outline first, and React then holds the content back for another 300 ms. A move inside
 * the dashboard loads no document: it shows the outline at once. Browsers that do not know `expect` paint as they
 * always did.
 */
export function WholeFirstPaint() {
  return <link rel="expect" href={`#${CONTENT_END}`} blocking="render" />
}

/** Ends every screen. A screen without it is painted at the end of its document, and the browser's console says so. */
export function ContentEnd() {
  return <span id={CONTENT_END} hidden />
}
