import type { Reader } from '@/lib/domain/languages'
import { memberReaderOf } from './member-reader'
import { PATH_HEADER, PAYER_PAGES } from './page-headers'
import { payerReaderOf } from './payer-reader'

/** Returns the language of the page that a request asks for: the payer's, the member's, or English for the API's guides. */
export function pageReaderOf(request: Pick<Headers, 'get'>): Reader {
  const path = request.get(PATH_HEADER) ?? ''
  if (PAYER_PAGES.test(path)) return payerReaderOf(request)
  return /^\/docs(?:\/|$)/.test(path) ? { language: 'en', locale: 'en' } : memberReaderOf(request)
}
