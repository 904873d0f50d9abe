import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'

/** Values of theme.css that this page needs: its style is inline, so that it needs no other response. */
export const awayColors = {
  '--c-canvas': 'light-dark(oklch(0.983 0.003 210), oklch(0.183 0.012 228))',
  '--c-text': 'light-dark(oklch(0.235 0.02 230), oklch(0.945 0.006 215))',
  '--c-muted': 'light-dark(oklch(0.485 0.02 225), oklch(0.725 0.017 220))',
  '--c-accent': 'light-dark(oklch(0.455 0.082 222), oklch(0.79 0.088 208))',
  '--c-accent-hover': 'light-dark(oklch(0.395 0.078 222), oklch(0.85 0.075 208))',
  '--c-on-accent': 'light-dark(oklch(1 0 0), oklch(0.2 0.03 225))',
} as const

const STYLE = `
:root { color-scheme: light dark; ${Object.entries(awayColors)
  .map((color) => color.join(': '))
  .join('; ')} }
body { margin: 0; background: var(--c-canvas); color: var(--c-text); overflow-wrap: break-word;
  font: 0.875rem/1.375rem ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif }
main { box-sizing: border-box; min-height: 100dvh; max-width: 28rem; margin: auto; padding: 3rem 1.5rem; display: flex;
  flex-direction: column; align-items: center; justify-content: center; text-align: center }
svg { width: 2.25rem; margin-bottom: 2rem; color: var(--c-accent) }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.75rem; font-weight: 600; letter-spacing: -0.012em; text-wrap: balance }
p { margin: 0.375rem 0 0; color: var(--c-muted) }
a { display: flex; align-items: center; min-height: 2.75rem; margin-top: 1.5rem; padding: 0 0.875rem; font-weight: 500;
  border-radius: 0.4375rem; background: var(--c-accent); color: var(--c-on-accent); text-decoration: none }
a:hover { background: var(--c-accent-hover) }
a:focus-visible { outline: 2px solid var(--c-accent); outline-offset: 2px }
`

/**
 * Returns the HTML of the page in place of one that the database kept from being rendered. It contains nothing of the
 * request and needs no scripts. `nonce`: of its style.
 */
export function awayPage({ url = '/', method }: { url?: string; method?: string }, nonce: string): string {
  const { title, hint } = errors.away[kindOf(url, method)]
  // An empty address is the page's own; for a form it would lose the entries.
  const again = method === 'POST' ? '' : `<a href="">${common.retry}</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${common.product}</title>
<link rel="icon" href="/icon.svg">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="currentColor"/><path d="M9 16.5l4.6 4.6L23 11.5" fill="none" stroke="var(--c-on-accent)" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>
<h1>${title}</h1>
<p>${hint}</p>
${again}
</main>
</body>
</html>
`
}

function kindOf(url: string, method: string | undefined): keyof typeof errors.away {
  if (method === 'POST') return 'form'
  if (!/^\/pay\//.test(url)) return 'page'
  return /[?&]attempt=/.test(url) ? 'attempt' : 'payment'
}
