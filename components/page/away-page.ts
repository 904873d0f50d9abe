import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'

/** Style of the page, inline, so that it needs no other response. The browser has colors for both themes. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif; overflow-wrap: break-word }
body { margin: 0 }
main { box-sizing: border-box; min-height: 100dvh; max-width: 28rem; margin: auto; padding: 3rem 1.5rem; display: grid;
  align-content: center; text-align: center }
h1 { margin: 0; font-size: 1.25rem }
`

/**
 * Returns the HTML of a page without the database. It contains nothing of the request and needs no scripts.
 * `nonce`: of its style.
 */
export function awayPage({ url = '/', method }: { url?: string; method?: string }, nonce: string): string {
  const { title, hint } = errors.away[kindOf(url, method)]
  // An empty address is the page's own; for a form it would lose the entries.
  const again = method === 'POST' ? '' : `<p><a href="">${common.retry}</a></p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${common.product}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
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
