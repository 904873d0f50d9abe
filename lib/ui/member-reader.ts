import { headers } from 'next/headers'
import { cache } from 'react'
import { MEMBER_LANGUAGE_COOKIE, type Reader, readerOf } from '@/lib/domain/languages'
import { preferredLocale } from '@/lib/domain/preferred-locale'
import { translatorOf } from '@/lib/messages/catalogue'
import type { Translate } from '@/lib/messages/translator'

const CHOSEN = new RegExp(`(?:^|;\\s*)${MEMBER_LANGUAGE_COOKIE}=([\\w-]+)`)

/** Returns the language of the member who signed in last; null is that of the browser. */
export function chosenLanguage(request: Pick<Headers, 'get'>): string | null {
  return CHOSEN.exec(request.get('cookie') ?? '')?.[1] ?? null
}

/** Texts and formats of a dashboard page. */
export type MemberTexts = Reader & { t: Translate }

/**
 * Returns the language of a dashboard request: the member's choice, else the browser's. Numbers are in the browser's
 * locale, unless it is of another language than a translation.
 */
export function memberReaderOf(request: Pick<Headers, 'get'>): Reader {
  const accepted = request.get('accept-language')
  const reader = readerOf([chosenLanguage(request)], accepted)
  return reader.language === 'en' ? { ...reader, locale: preferredLocale(accepted) } : reader
}

/** Returns the texts for the member of a request. */
export function memberTextsOf(request: Pick<Headers, 'get'>): MemberTexts {
  const reader = memberReaderOf(request)
  return { ...reader, t: translatorOf(reader.language, reader.locale) }
}

/** Returns the texts for the member of the page, action or route that runs. */
export const memberTexts = cache(async () => memberTextsOf(await headers()))
