import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { hostedCardOf, testCardsOf } from '@/app/(checkout)/card-entry'
import {
  fieldsOfAddress,
  noticeOfAddress,
  type PageQuery,
  queryValue,
  TRIED_COOKIE,
} from '@/app/(checkout)/posted-form'
import { type PayerTexts, payerTexts } from '@/app/(checkout)/reader'
import { AcceptedBrands } from '@/components/pay/form/accepted-brands'
import { PayForm } from '@/components/pay/form/pay-form'
import { CountOpen } from '@/components/pay/page/count-open'
import { MerchantHead, MerchantHelp, PayLayout, PaySummary } from '@/components/pay/page/pay-layout'
import { randomUuid } from '@/components/random/random-uuid'
import { ClientTexts } from '@/components/texts/client-texts'
import { deadline } from '@/components/time/format-time'
import { TRYING_COOKIE } from '@/lib/contract/card-form'
import { payerReasonOf } from '@/lib/contract/declines'
import { dateLocaleOf } from '@/lib/domain/languages'
import { formatMajor, toMajor } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'
import { webResources } from '@/lib/platform/process'
import { type AttemptView, type LinkView, viewLink } from '@/lib/service/charges/view-link'
import { nonceOf } from '@/lib/ui/page-headers'
import { amountOf, isGivenBack, isTooLate, outcomeOf } from './outcome'

type Props = { params: Promise<{ linkId: string }>; searchParams: Promise<PageQuery> }

const PAY_FORM = ['pay-form', 'payer-form', 'card-fields'] as const

const load = cache((linkId: string, attempt: string | null) =>
  viewLink(webResources().database, linkId, attempt, new Date()),
)

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const link = await load((await params).linkId, queryValue((await searchParams).attempt) ?? null)
  const { t } = await payerTexts()
  const title = link ? t('pay.titleFor', { merchant: link.merchantName }) : t('pay.ends.notFoundTitle')
  return { title: { absolute: title } }
}

/** Shows a link to a payer: the form or its final state. Opening it changes nothing. */
export default async function PayPage({ params, searchParams }: Props) {
  const query = await searchParams
  const link = await load((await params).linkId, queryValue(query.attempt) ?? null)
  if (!link) notFound()
  const request = await headers()
  const texts = await payerTexts()
  const { t, language, locale } = texts
  const testMode = webResources().env.TEST_MODE
  const kept = await cookies()
  const token = queryValue(query.attempt)
  const isOwn =
    token !== undefined && [TRIED_COOKIE, TRYING_COOKIE].some((name) => kept.get(name)?.value === token)
  // An attempt of this browser that never arrived: the form keeps its token, so that sending it again cannot pay twice. With
  // a token that is only in the URL, a stranger who chose it would see the outcome of the payment.
  const lost = isOwn && !link.attempt ? token : null
  const outcome = outcomeOf(link, texts, {
    token: token ?? '',
    asked: query.asked !== undefined,
    pressed: lost !== null,
  })
  const errors = fieldsOfAddress(queryValue(query.invalid))
  const { amountMinor, currency } = link
  const hosted = outcome ? null : hostedCardOf({ amountMinor, currency, consent: 'save_card' }, t)
  return (
    <PayLayout
      testMode={testMode}
      texts={texts}
      aside={
        <div className="flex flex-col gap-6 lg:gap-10">
          <MerchantHead name={link.merchantName} />
          <PaySummary
            title={link.title}
            description={link.description}
            amount={formatMajor(toMajor(link.amountMinor, link.currency), link.currency, locale)}
            currency={link.currency}
            note={outcome ? null : deadlineOf(link, texts)}
            over={link.attempt && !isTooLate(link) ? isGivenBack(link.attempt) : link.state !== 'payable'}
            as={outcome ? 'p' : 'h1'}
          />
        </div>
      }
      help={
        <MerchantHelp
          t={t}
          merchant={{ name: link.merchantName, email: link.merchantEmail, phone: link.merchantPhone }}
        />
      }
      reference={outcome && link.attempt ? null : link.linkId}
    >
      {hosted ? (
        <link
          rel="preload"
          as="script"
          href={hosted.setup.scriptUrl}
          nonce={nonceOf(request.get('content-security-policy'))}
        />
      ) : null}
      <CountOpen linkId={link.linkId} />
      <ClientTexts
        language={language}
        nouns={outcome ? ['pay-bank'] : hosted ? [...PAY_FORM, 'hosted-card'] : PAY_FORM}
      >
        {outcome ?? (
          <PayForm
            // A new attempt gets a new form.
            key={link.attempt?.paymentId ?? 'first'}
            linkId={link.linkId}
            attempt={lost ?? randomUuid()}
            amount={amountOf(link, locale)}
            payer={payerOf(link.attempt, isOwn)}
            errors={errors}
            notice={noticeOf(link.attempt, query, lost !== null, t)}
            saveFor={link.customerId === null ? null : link.merchantName}
            // Outcomes of saved cards cannot be seen here, so they would only confuse.
            brands={<AcceptedBrands t={t} />}
            testCards={testCardsOf((card) => card.shows !== 'saved_card', errors, t)}
            hosted={hosted}
          />
        )}
      </ClientTexts>
    </PayLayout>
  )
}

function deadlineOf({ expiresAt, merchantTimezone }: LinkView, texts: PayerTexts) {
  if (!expiresAt) return null
  const iso = expiresAt.toISOString()
  return (
    <>
      {texts.t('pay.closes')}{' '}
      <time dateTime={iso}>{deadline(iso, merchantTimezone, dateLocaleOf(texts))}</time>
    </>
  )
}

/**
 * Returns the payer of a failed attempt, to fill the form of the next one: a refusal at the bank loses the
 * page that had it. Only the browser that made the attempt gets it, not everybody with the URL.
 */
function payerOf(attempt: AttemptView | null, own: boolean): { name: string; email: string } | null {
  return own && attempt?.status === 'FAILED' ? { name: attempt.payerName, email: attempt.payerEmail } : null
}

function noticeOf(attempt: AttemptView | null, query: PageQuery, lost: boolean, t: Translate) {
  const notice = noticeOfAddress(query, 'pay-form', t)
  if (notice) return notice
  if (lost) return { title: t('pay-form.lostTitle'), text: t('pay-form.lost') }
  if (attempt?.status !== 'FAILED') return null
  const why = t(`declines.${payerReasonOf(attempt.declineCode)}`)
  return { title: t('pay-form.declinedTitle'), text: t('pay-form.declinedText', { why }) }
}
