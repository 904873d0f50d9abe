import { headers } from 'next/headers'
import { cache } from 'react'
import { PayEnd } from '@/components/pay/outcome/pay-end'
import type { SwitchTexts } from '@/components/pay/page/language-switch'
import { PayLayout } from '@/components/pay/page/pay-layout'
import type { Reader } from '@/lib/domain/languages'
import { translatorOf } from '@/lib/messages/catalogue'
import type { TextKey } from '@/lib/messages/translator'
import { payerReaderOf } from '@/lib/ui/payer-reader'

export type PayerTexts = Reader & SwitchTexts

/** Returns the texts for the payer of a request; `kept` is the language of its payment. */
export function payerTextsOf(request: Pick<Headers, 'get'>, kept: string | null = null): PayerTexts {
  const reader = payerReaderOf(request, kept)
  return { ...reader, t: translatorOf(reader.language) }
}

export const payerTexts = cache(async (kept: string | null = null) => payerTextsOf(await headers(), kept))

/** Returns the page of an address that leads to nothing, from texts without values. */
export function notFoundPage(title: TextKey, text: TextKey) {
  return async function NotFound() {
    const texts = await payerTexts()
    const { t } = texts
    return (
      <PayLayout testMode={false} texts={texts}>
        <PayEnd kind="closed" t={t} title={t.first(title) ?? ''}>
          {t.first(text)}
        </PayEnd>
      </PayLayout>
    )
  }
}
