import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasTestBank } from '@/app/(checkout)/posted-form'
import { payerTexts } from '@/app/(checkout)/reader'
import { TestBankPage } from '@/components/pay/test-bank/test-bank-page'
import { formatMajor, toMajor } from '@/lib/domain/money'
import { webResources } from '@/lib/platform/process'
import { viewLink } from '@/lib/service/charges/view-link'
import { viewChallenge } from '@/lib/service/processor/test-bank-books'
// Here the build finds the style sheet of the layout as a file. Imported by the layout, each page would load that, too.
import '@/app/(checkout)/payer.css'

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: (await payerTexts()).t('test-bank.pageTitle') } }
}

/** Shows the confirmation page of the payer's bank, played by the test bank. Opening it decides nothing. */
export default async function ConfirmPage({ params }: { params: Promise<{ challenge: string }> }) {
  const { database } = webResources()
  const { challenge } = await params
  const found = hasTestBank() ? await viewChallenge(database, challenge) : null
  if (!found) notFound()
  const { state, amountMinor, currency, returnUrl } = found
  const linkId = linkOfReturn(returnUrl)
  const link = linkId === null ? null : await viewLink(database, linkId, null, new Date())
  const { t, locale } = await payerTexts()
  return (
    <TestBankPage
      t={t}
      state={state}
      shop={link?.merchantName ?? null}
      amount={`${formatMajor(toMajor(amountMinor, currency), currency, locale)} ${currency}`}
      action={`/test-bank/confirm/${encodeURIComponent(challenge)}/decision`}
      returnUrl={returnUrl}
    />
  )
}

/** Returns the link's id from the return URL: the bank's books name no shop. */
function linkOfReturn(returnUrl: string | null): string | null {
  const id = /\/pay\/([^/]+)\/return\?/.exec(returnUrl ?? '')?.[1]
  return id === undefined ? null : decodeURIComponent(id)
}
