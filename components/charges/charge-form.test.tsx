import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleProvider } from '@/components/locale/locale-provider'
import type { ChargeWay } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'
import { ChargeForm, ChargeSubmit } from './charge-form'

function form(openCase: string | null): string {
  const card = { brand: 'visa', last4: '4242', expiry: '12/30' }
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LocaleProvider locale="en" timeZone="UTC" now={0}>
        <ChargeForm
          customer={{ id: 'cus_1', card, card_state: 'saved' }}
          currency="USD"
          fees={null}
          asksForCard={false}
          isLink={false}
          openCase={openCase}
          start={() => new Promise<never>(() => {})}
          onStarted={() => {}}
        />
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

test('a saved card is the first way, and a case of the card leaves the link', () => {
  expect(form(null)).toContain(`>${charges.form.review}<`)
  const locked = form('chg_1')
  for (const text of [charges.form.locked, charges.form.createLinkPlain]) expect(locked).toContain(text)
  expect(locked).not.toContain(charges.form.review)
})

test('a card that can no longer be charged keeps its button, disabled until the link is chosen', () => {
  const button = (way: ChargeWay, hasCard: boolean) =>
    renderToStaticMarkup(<ChargeSubmit way={way} hasCard={hasCard} busy={false} linkLabel="Create link" />)
  expect(button('CARD', true)).not.toMatch(/disabled=""/)
  const lost = button('CARD', false)
  for (const text of [charges.form.review, charges.form.pickLink, 'disabled=""']) expect(lost).toContain(text)
  expect(lost).not.toContain('Create link')
  const link = button('LINK', false)
  expect(link).toContain('Create link')
  expect(link).not.toMatch(/disabled=""/)
})
