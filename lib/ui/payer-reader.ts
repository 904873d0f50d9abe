import { LANGUAGE_COOKIE, LANGUAGE_PARAMETER, type Reader, readerOf } from '@/lib/domain/languages'
import { PATH_HEADER } from './page-headers'

const CHOSEN = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([\\w-]+)`)

/**
 * Returns the language and the formats for the payer of a request, and its address without the language. The address
 * precedes the choice in the cookie, then the language of the payment (`kept`), then the browser.
 */
export function payerReaderOf(
  request: Pick<Headers, 'get'>,
  kept: string | null = null,
): Reader & { address: string } {
  const url = new URL(request.get(PATH_HEADER) ?? '/', 'http://payer.invalid')
  const asked = url.searchParams.get(LANGUAGE_PARAMETER)
  url.searchParams.delete(LANGUAGE_PARAMETER)
  const chosen = CHOSEN.exec(request.get('cookie') ?? '')?.[1]
  const reader = readerOf([asked, chosen, kept], request.get('accept-language'))
  return { ...reader, address: url.pathname + url.search }
}
