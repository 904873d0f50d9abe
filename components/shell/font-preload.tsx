'use client'

import { preload } from 'react-dom'

/** The font file of the Latin script. Other scripts are loaded by the pages that use them. */
const latin = new URL(
  '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
)

/** Preloads the font with the style sheet. A client component, since only there the file's URL equals the one in the style sheet. */
export function FontPreload() {
  preload(latin.href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return null
}
