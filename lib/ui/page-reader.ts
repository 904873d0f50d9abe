import { MEMBER_LANGUAGE_COOKIE, type Reader, readerOf } from '@/lib/domain/languages'
import { preferredLocale } from '@/lib/domain/preferred-locale'
import { PATH_HEADER, PAYER_PAGES } from './page-headers'
import { payerReaderOf } from './payer-reader'

/** The value of the cookie; the name that no other host can set precedes the other. */
const CHOSEN = ['__Host-', ''].map(
  (prefix) => new RegExp(`(?:^|;\\s*)${prefix}${MEMBER_LANGUAGE_COOKIE}=([\\w-]+)`),
)

/** Returns the language of the member who signed in last; null is that of the browser. */
export function chosenLanguage(request: Pick<Headers, 'get'>): string | null {
  const cookies = request.get('cookie') ?? ''
  return CHOSEN.map((pattern) => pattern.exec(cookies)?.[1]).find(Boolean) ?? null
}

/**
 * Returns the language of a dashboard request: the member's choice, else the browser's. Numbers are in the browser's
 * locale, unless it is of another language than a translation.
 */
export function memberReaderOf(request: Pick<Headers, 'get'>): Reader {
  const accepted = request.get('accept-language')
  const reader = readerOf([chosenLanguage(request)], accepted)
  return reader.language === 'en' ? { ...reader, locale: preferredLocale(accepted) } : reader
}

/** Returns the language of the page that a request asks for: the payer's, the member's, or English for the API's guides. */
export function pageReaderOf(request: Pick<Headers, 'get'>): Reader {
  const path = request.get(PATH_HEADER) ?? ''
  if (PAYER_PAGES.test(path)) return payerReaderOf(request)
  return /^\/docs(?:\/|$)/.test(path) ? { language: 'en', locale: 'en' } : memberReaderOf(request)
}
