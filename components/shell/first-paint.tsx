/** A page whose end is late must not wait for it to be usable. */
const LONGEST_WAIT_MS = 1_000

/** Stands on no page: painting waits for the end of the document. */
const NOWHERE = '#end-of-document'

/**
 * Keeps the page that is being left in sight until the one that is loaded can be painted whole. Without it a load
 * paints the outline first, and React then holds the content back for another 300 ms. A move inside the dashboard
 * loads no document: it shows the outline at once. Browsers that do not know `expect` paint as they always did.
 */
export function WholeFirstPaint() {
  return <link rel="expect" href={NOWHERE} blocking="render" />
}

/**
 * Has React begin when the page that the server sent has been painted. What React's scripts do before anything is seen
 * takes a cheap phone a third of a second. Next begins once the scripts have loaded that it is told to load first
 * (`self.__next_s`, by which `next/script` tells it): here an empty one, whose word that it has loaded is kept back.
 * Parts of the page that were streamed (`$RB`, put in their places by `$RV`) are there before the first layout.
 *
 * For the head: after a style sheet, a script would keep the browser from reading on until that has come.
 */
export function PaintFirst({ nonce }: { nonce: string | undefined }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and its letters must stay as they are
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: PAINT_FIRST }} />
  )
}

const PAINT_FIRST = `(() => {
  const id = 'paint-first'
  ;(self.__next_s = self.__next_s || []).push(['data:text/javascript,', { id }])
  const painted = new Promise((resolve) => {
    // A page that nobody sees is not painted.
    if (document.hidden) resolve()
    document.addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(resolve)))
    setTimeout(resolve, ${LONGEST_WAIT_MS})
  })
  document.addEventListener('load', function keepBack(event) {
    // Once it has passed, an event forgets its target.
    const { target } = event
    if (target.id !== id) return
    document.removeEventListener('load', keepBack, true)
    event.stopImmediatePropagation()
    painted.then(() => target.dispatchEvent(new Event('load')))
  }, true)
  document.addEventListener('readystatechange', () => {
    // The browser would complain that it never found what a whole first paint waits for.
    document.querySelector('link[rel=expect]')?.remove()
    // React's own turn is the next frame, and before that the browser lays out the outlines that stand in for the parts.
    if (self.$RB?.length) self.$RV?.($RB)
  }, { once: true })
})()`
