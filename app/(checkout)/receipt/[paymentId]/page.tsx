import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { payerTexts } from '@/app/(checkout)/reader'
import { LanguageSwitch } from '@/components/pay/page/language-switch'
import { ReceiptPaper } from '@/components/pay/receipt/receipt'
import { ReceiptActions } from '@/components/pay/receipt/receipt-actions'
import { ClientTexts } from '@/components/texts/client-texts'
import { exactTime } from '@/components/time/format-time'
import { dateLocaleOf } from '@/lib/domain/languages'
import { formatMajor, toMajor } from '@/lib/domain/money'
import { webResources } from '@/lib/platform/process'
import { viewReceipt } from '@/lib/service/payments/view-receipt'
import './print.css'

type Props = { params: Promise<{ paymentId: string }> }

const load = cache((paymentId: string) => viewReceipt(webResources().database, paymentId))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const receipt = await load((await params).paymentId)
  const { t } = await payerTexts(receipt?.payerLanguage)
  const title = receipt
    ? t('receipt.pageTitle', { merchant: receipt.merchantName })
    : t('receipt.notFoundTitle')
  return { title: { absolute: title } }
}

/** Shows the receipt of one approved payment to everybody with its URL. */
export default async function ReceiptPage({ params }: Props) {
  const receipt = await load((await params).paymentId)
  if (!receipt) notFound()
  const { currency, cardBrand, cardLast4 } = receipt
  const texts = await payerTexts(receipt.payerLanguage)
  const { t, language, locale } = texts
  const money = (minor: number) => `${formatMajor(toMajor(minor, currency), currency, locale)} ${currency}`
  const time = (iso: string) => exactTime(iso, receipt.merchantTimezone, dateLocaleOf(texts))
  return (
    <main
      lang={language}
      className="mx-auto flex w-full min-h-dvh max-w-[33rem] flex-col justify-center gap-6 px-4 py-8 sm:py-12 print:min-h-0 print:max-w-[30rem] print:p-0"
    >
      <ReceiptPaper
        t={t}
        merchant={{
          name: receipt.merchantName,
          email: receipt.merchantEmail,
          phone: receipt.merchantPhone,
        }}
        legalName={receipt.merchantLegalName}
        taxId={receipt.merchantTaxId}
        testMode={webResources().env.TEST_MODE}
        facts={{
          amount: money(receipt.amountMinor),
          title: receipt.title,
          card: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
          when: time(receipt.approvedAt.toISOString()),
          payer: receipt.payerName,
          reference: receipt.paymentId,
          authorization: receipt.authorizationCode,
          refunds: (receipt.refunds ?? []).map(({ id, amountMinor, at }) => ({
            id,
            amount: money(amountMinor),
            when: time(at),
          })),
        }}
      />
      <ClientTexts language={language} nouns={['receipt']}>
        <ReceiptActions title={t('receipt.pageTitle', { merchant: receipt.merchantName })} />
      </ClientTexts>
      <div className="self-center text-muted text-xs">
        <LanguageSwitch {...texts} />
      </div>
    </main>
  )
}
