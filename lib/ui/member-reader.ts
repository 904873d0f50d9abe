import { headers } from 'next/headers'
import { cache } from 'react'
import type { Reader } from '@/lib/domain/languages'
import { translatorOf } from '@/lib/messages/catalogue'
import type { Translate } from '@/lib/messages/translator'
import { memberReaderOf } from './page-reader'

/** Texts and formats of a dashboard page. */
export type MemberTexts = Reader & { t: Translate }

/** Returns the texts for the member of a request. */
export function memberTextsOf(request: Pick<Headers, 'get'>): MemberTexts {
  const reader = memberReaderOf(request)
  return { ...reader, t: translatorOf(reader.language, reader.locale) }
}

/** Returns the texts for the member of the page, action or route that runs. */
export const memberTexts = cache(async () => memberTextsOf(await headers()))
