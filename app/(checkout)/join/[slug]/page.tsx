import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { hostedCardOf, testCardsOf } from '@/app/(checkout)/card-entry'
import {
  FORM_TOKEN,
  fieldsOfAddress,
  noticeOfAddress,
  type PageQuery,
  queryValue,
} from '@/app/(checkout)/posted-form'
import { payerTexts } from '@/app/(checkout)/reader'
import { JoinDone } from '@/components/join/join-done'
import { CodeForm, JoinForm } from '@/components/join/join-form'
import { AcceptedBrands } from '@/components/pay/form/accepted-brands'
import { PayEnd } from '@/components/pay/outcome/pay-end'
import { MerchantHead, MerchantHelp, PayLayout } from '@/components/pay/page/pay-layout'
import { randomUuid } from '@/components/random/random-uuid'
import { ClientTexts } from '@/components/texts/client-texts'
import type { TestCard } from '@/lib/contract/test-cards'
import { webResources } from '@/lib/platform/process'
import { openMessenger } from '@/lib/service/messaging/messenger'
import { viewSentForm, viewSignUpPage } from '@/lib/service/sign-up/view-sign-up'
import { SENT_COOKIE } from './posted-form'

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<PageQuery> }

const FORMS = ['join-form', 'payer-form', 'card-fields', 'hosted-card'] as const

const load = cache((slug: string) => viewSignUpPage(webResources().database, slug))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await load((await params).slug)
  const { t } = await payerTexts()
  const title = page ? t('join.titleFor', { merchant: page.merchantName }) : t('join.notFoundTitle')
  return { title: { absolute: title } }
}

/** Shows the public sign-up page of a merchant's customers. Opening it changes nothing. */
export default async function JoinPage({ params, searchParams }: Props) {
  const page = await load((await params).slug)
  if (!page) notFound()
  const resources = webResources()
  const texts = await payerTexts()
  const { t, language } = texts
  const query = await searchParams
  const wrong = query.code === 'wrong'
  const named = queryValue(query.form)
  // With the token of a stranger's form, a payer's code would save the stranger's card.
  const isOwn = named !== undefined && named === (await cookies()).get(SENT_COOKIE)?.value
  const token = isOwn && FORM_TOKEN.test(named) ? named : null
  const sent = token && (await viewSentForm(resources.database, page.accountId, token))
  const merchant = { name: page.merchantName, email: page.merchantEmail, phone: page.merchantPhone }
  const testMode = resources.env.TEST_MODE
  const errors = fieldsOfAddress(queryValue(query.invalid))
  const showsForm = page.open && !(token && sent)
  return (
    <PayLayout
      testMode={testMode}
      texts={texts}
      aside={
        <div className="flex flex-col gap-6 lg:gap-10">
          <MerchantHead name={merchant.name} />
          {/* A closed sign-up shows no form. */}
          {showsForm ? (
            <div className="flex flex-col gap-1.5">
              <h1 className="font-semibold text-xl tracking-tight lg:text-2xl">{t('join.title')}</h1>
              <p className="wrap-anywhere text-lg text-muted">
                {t('join.lead', { merchant: merchant.name })}
              </p>
            </div>
          ) : null}
        </div>
      }
      help={<MerchantHelp merchant={merchant} t={t} />}
    >
      <ClientTexts language={language} nouns={FORMS}>
        {token && sent ? (
          <JoinDone
            t={t}
            merchant={merchant.name}
            withCard={sent.withCard}
            confirmed={sent.confirmed}
            testMode={testMode}
            wrong={wrong}
            codeForm={
              openMessenger(resources) && page.open ? (
                <CodeForm slug={page.slug} token={token} wrong={wrong} />
              ) : null
            }
          />
        ) : page.open ? (
          <JoinForm
            slug={page.slug}
            // A form lost in transit keeps its token, so that sending it again has no second effect.
            token={token ?? randomUuid()}
            merchant={merchant.name}
            errors={errors}
            notice={
              noticeOfAddress(query, 'join-form', t) ??
              (query.lost === undefined
                ? null
                : { title: t('join-form.lostTitle'), text: t('join-form.lost') })
            }
            brands={<AcceptedBrands t={t} />}
            testCards={testCardsOf(savesCard, errors, t)}
            hosted={hostedCardOf({ amountMinor: null, currency: page.currency, consent: 'card_consent' }, t)}
          />
        ) : (
          <PayEnd kind="off" t={t} title={t('join.closedTitle')}>
            {t('join.closed', { merchant: merchant.name })}
          </PayEnd>
        )}
      </ClientTexts>
    </PayLayout>
  )
}

// A card is only saved here, so outcomes of payments are left out.
const savesCard = (card: TestCard) => card.outcome === 'approve' || card.shows === 'saved_card'
