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
import { JoinDone } from '@/components/join/join-done'
import { CodeForm, JoinForm } from '@/components/join/join-form'
import { AcceptedBrands } from '@/components/pay/form/accepted-brands'
import { PayEnd } from '@/components/pay/outcome/pay-end'
import { MerchantHead, MerchantHelp, PayLayout } from '@/components/pay/page/pay-layout'
import { randomUuid } from '@/components/random/random-uuid'
import type { TestCard } from '@/lib/contract/test-cards'
import { join } from '@/lib/messages/join'
import { webResources } from '@/lib/platform/process'
import { openMessenger } from '@/lib/service/messaging/messenger'
import { viewSentForm, viewSignUpPage } from '@/lib/service/sign-up/view-sign-up'
import { SENT_COOKIE } from './posted-form'

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<PageQuery> }

const load = cache((slug: string) => viewSignUpPage(webResources().database, slug))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await load((await params).slug)
  return { title: { absolute: page ? join.titleFor(page.merchantName) : join.notFoundTitle } }
}

/** Shows the public sign-up page of a merchant's customers. Opening it changes nothing. */
export default async function JoinPage({ params, searchParams }: Props) {
  const page = await load((await params).slug)
  if (!page) notFound()
  const resources = webResources()
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
      aside={
        <div className="flex flex-col gap-6 lg:gap-10">
          <MerchantHead name={merchant.name} />
          {/* A closed sign-up shows no form. */}
          {showsForm ? (
            <div className="flex flex-col gap-1.5">
              <h1 className="font-semibold text-xl tracking-tight lg:text-2xl">{join.title}</h1>
              <p className="wrap-anywhere text-lg text-muted">{join.lead(merchant.name)}</p>
            </div>
          ) : null}
        </div>
      }
      help={<MerchantHelp merchant={merchant} />}
    >
      {token && sent ? (
        <JoinDone
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
            noticeOfAddress(query, join) ??
            (query.lost === undefined ? null : { title: join.lostTitle, text: join.lost })
          }
          brands={<AcceptedBrands />}
          testCards={testCardsOf(savesCard, errors)}
          hosted={hostedCardOf({ amountMinor: null, currency: page.currency, consent: 'card_consent' })}
        />
      ) : (
        <PayEnd kind="off" title={join.closedTitle}>
          {join.closed(merchant.name)}
        </PayEnd>
      )}
    </PayLayout>
  )
}

// A card is only saved here, so outcomes of payments are left out.
const savesCard = (card: TestCard) => card.outcome === 'approve' || card.shows === 'saved_card'
