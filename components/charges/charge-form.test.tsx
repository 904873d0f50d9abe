import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { LocaleProvider } from '@/components/texts/texts-provider'
import type { CardState } from '@/lib/dashboard/customers/shown-customer'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aPageMember } from '@/test/factories/page-member'
import { ChargeForm } from './charge-dialog'

type Props = ComponentProps<typeof ChargeForm>

function form(openCase: string | null, from?: Props['from'], card_state: CardState = 'saved'): string {
  const card = { brand: 'visa', last4: '4242', expiry: '12/30' }
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LocaleProvider locale="en" timeZone="UTC" now={0}>
        <EnglishTexts>
          <MemberProvider member={aPageMember()}>
            <ChargeForm
              customer={{ id: 'cus_1', card, card_state }}
              fees={null}
              asksForCard={false}
              isLink={false}
              from={from}
              openCase={openCase}
              onStarted={() => {}}
            />
          </MemberProvider>
        </EnglishTexts>
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

test('a saved card is the default, and an open case of the card leaves only the link', () => {
  expect(form(null)).toContain(`>${english('charges.form.review')}<`)
  const locked = form('chg_1')
  for (const text of [english('charges.form.locked'), english('charges.form.createLinkPlain')])
    expect(locked).toContain(text)
  expect(locked).not.toContain(english('charges.form.review'))
})

test('the link is the default for an expired card, and the card can still be chosen', () => {
  const expired = form(null, undefined, 'expired')
  for (const text of [
    english('charges.form.createLinkPlain'),
    english('charges.form.expired', { expiry: '12/30' }),
  ])
    expect(expired).toContain(text)
  expect(expired).not.toContain(`>${english('charges.form.review')}<`)
  expect(form(null, undefined, 'expiring')).toContain(`>${english('charges.form.review')}<`)
})

test('a form starts with the values of the charge that it changes', () => {
  const kept = { amount: 1234.5, currency: 'USD', description: 'Lesson', way: 'LINK' } as const
  const text = form(null, kept)
  for (const value of [
    'value="1,234.50"',
    'value="Lesson"',
    english('charges.form.createLink', { amount: '1,234.50 USD' }),
  ])
    expect(text).toContain(value)
  expect(form(null, { ...kept, way: 'CARD' })).toContain(`>${english('charges.form.review')}<`)
  expect(form('chg_1', { ...kept, way: 'CARD' })).toContain(
    english('charges.form.createLink', { amount: '1,234.50 USD' }),
  )
  // The account may have another currency since.
  expect(form(null, { ...kept, currency: 'JPY' })).not.toContain('1,234.50')
})
