import { languages } from '@/lib/domain/languages'
import { translatorOf } from '@/lib/messages/catalogue'
import { PRODUCT } from '@/lib/messages/product'
import { PATH_HEADER } from '@/lib/ui/page-headers'
import { pageReaderOf } from '@/lib/ui/page-reader'

/** Style of the page, inline, so that it needs no other response. The browser has colors for both themes. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif; overflow-wrap: break-word }
body { margin: 0 }
main { box-sizing: border-box; min-height: 100dvh; max-width: 28rem; margin: auto; padding: 3rem 1.5rem; display: grid;
  align-content: center; text-align: center }
h1 { margin: 0; font-size: 1.25rem }
`

type AwayRequest = {
  url?: string
  method?: string
  headers?: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * Returns the HTML of a page without the database, in the reader's language. It contains no text of the request and needs
 * no scripts.
 * `nonce`: of its style.
 */
export function awayPage({ url = '/', method, headers = {} }: AwayRequest, nonce: string): string {
  const headerOf = (name: string) => (name === PATH_HEADER ? url : (headers[name]?.toString() ?? null))
  const { language } = pageReaderOf({ get: headerOf })
  const t = translatorOf(language)
  const kind = kindOf(url, method)
  const title = t(`page.away.${kind}.title`)
  // An empty address is the page's own; for a form it would lose the entries.
  const again = method === 'POST' ? '' : `<p><a href="">${t('page.retry')}</a></p>`
  return `<!doctype html>
<html lang="${languages[language].locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${PRODUCT}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${t(`page.away.${kind}.hint`)}</p>
${again}
</main>
</body>
</html>
`
}

function kindOf(url: string, method: string | undefined): 'form' | 'page' | 'attempt' | 'payment' {
  if (method === 'POST') return 'form'
  if (!/^\/pay\//.test(url)) return 'page'
  return /[?&]attempt=/.test(url) ? 'attempt' : 'payment'
}
