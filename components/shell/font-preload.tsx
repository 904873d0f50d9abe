'use client'

import { preload } from 'react-dom'

/** The letters of nearly all that is shown; other scripts are fetched by the pages that hold them. */
const latin = new URL(
  '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
)

/**
 * Asks for the letters beside the style sheet, not after the first layout has found them missing: words are laid out
 * once, and do not change their shape before the reader. A client's component, since only there is the file's address the
 * one that the style sheet names.
 */
export function FontPreload() {
  preload(latin.href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return null
}
