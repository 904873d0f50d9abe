import type { ComponentProps, ReactNode } from 'react'
import { HostedCardPlace } from '@/components/pay/form/hosted-card-place'
import type { PayForm } from '@/components/pay/form/pay-form'
import type { FormErrors } from '@/components/pay/form/payer-form'
import { TestCards } from '@/components/pay/form/test-cards'
import { type TestCard, testCardGroupOf, testCards } from '@/lib/contract/test-cards'
import { groupCardNumber } from '@/lib/domain/card'
import type { Translate } from '@/lib/messages/translator'
import { webResources } from '@/lib/platform/process'
import { hostedFieldsOf } from '@/lib/ui/hosted-fields'
import { hasTestBank } from './posted-form'

type Hosted = NonNullable<ComponentProps<typeof PayForm>['hosted']>

/** Returns the processor's card fields of a payer's page; null if the page's own form takes the card. */
export function hostedCardOf(
  page: Pick<Hosted['setup'], 'amountMinor' | 'currency' | 'consent'>,
  t: Translate,
): Hosted | null {
  const fields = hostedFieldsOf(webResources().env)
  return fields && { setup: { ...fields, ...page }, place: <HostedCardPlace t={t} /> }
}

/** Returns the list of the test bank's cards that a page offers; null beside another processor. */
export function testCardsOf(shows: (card: TestCard) => boolean, errors: FormErrors, t: Translate): ReactNode {
  if (!hasTestBank()) return null
  const cards = testCards.filter(shows).map((card) => ({
    number: card.number,
    shown: groupCardNumber(card.number),
    summary: t.first(`test-cards.${card.outcome}.${card.declineCode}`, `test-cards.${card.outcome}`) ?? '',
    group: testCardGroupOf(card),
  }))
  return <TestCards t={t} cards={cards} open={errors.some(({ code }) => code === 'not_test_card')} />
}
