import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { CodeForm } from '@/components/join/code-form'
import { errorsOfAddress } from '@/components/join/join-answer'
import { JoinDone } from '@/components/join/join-done'
import { JoinForm } from '@/components/join/join-form'
import { PayEnd } from '@/components/pay/pay-end'
import { PayLayout } from '@/components/pay/pay-layout'
import { randomUuid } from '@/components/random/random-uuid'
import { groupCardNumber } from '@/lib/contract/card'
import { testCards } from '@/lib/contract/test-cards'
import { join } from '@/lib/messages/join'
import { webResources } from '@/lib/platform/process'
import { openMessenger } from '@/lib/service/messaging/open-messenger'
import { viewSentForm, viewSignUpPage } from '@/lib/service/sign-up/view-sign-up'

type Query = Readonly<Record<string, string | string[] | undefined>>
type Props = { params: Promise<{ slug: string }>; searchParams: Promise<Query> }

/** What the form's routes take for a token. */
const TOKEN = /^[0-9A-Za-z-]{16,64}$/

const load = cache((slug: string) => viewSignUpPage(webResources().database, slug))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await load((await params).slug)
  return { title: { absolute: page ? join.titleFor(page.merchantName) : join.notFoundTitle } }
}

/** Where a merchant's customers register themselves. Reading it changes nothing. */
export default async function JoinPage({ params, searchParams }: Props) {
  const page = await load((await params).slug)
  if (!page) notFound()
  const resources = webResources()
  const query = await searchParams
  const named = one(query.form)
  const token = named && TOKEN.test(named) ? named : null
  const sent = token && (await viewSentForm(resources.database, page.accountId, token))
  const merchant = { name: page.merchantName, email: page.merchantEmail, phone: page.merchantPhone }
  const testMode = resources.env.TEST_MODE
  return (
    <PayLayout merchantName={merchant.name} testMode={testMode}>
      {token && sent ? (
        <JoinDone
          merchant={merchant}
          withCard={sent.withCard}
          confirmed={sent.confirmed}
          codeForm={
            openMessenger(resources) && page.open ? (
              <CodeForm slug={page.slug} token={token} wrong={query.code === 'wrong'} />
            ) : null
          }
        />
      ) : page.open ? (
        <>
          <div className="flex flex-col gap-1">
            <h1 className="text-2xl">{join.title}</h1>
            <p className="break-words text-lg text-muted">{join.lead(merchant.name)}</p>
          </div>
          <JoinForm
            slug={page.slug}
            // A form that was lost on its way keeps its token, so that sending it again does nothing twice.
            token={token ?? randomUuid()}
            merchant={merchant.name}
            errors={errorsOfAddress(one(query.invalid))}
            notice={noticeOf(query)}
            testCards={testMode ? testCardLines : []}
          />
        </>
      ) : (
        <PayEnd kind="off" title={join.closedTitle} merchant={merchant}>
          <span className="break-words">{join.closed(merchant.name)}</span>
        </PayEnd>
      )}
    </PayLayout>
  )
}

function noticeOf(query: Query) {
  if (query.unavailable !== undefined) return { title: join.bankDownTitle, text: join.bankDown }
  return query.lost === undefined ? null : { title: join.lostTitle, text: join.lost }
}

// A card is only saved here: what a payment with it would show cannot be seen.
const testCardLines = testCards
  .filter((card) => card.outcome === 'approve' || card.shows === 'saved_card')
  .map(({ number, summary }) => ({ number, shown: groupCardNumber(number), summary }))

function one(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= 500 ? value : undefined
}
