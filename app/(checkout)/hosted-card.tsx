import type { ComponentProps } from 'react'
import { HostedCardPlace } from '@/components/pay/form/hosted-card-place'
import type { PayForm } from '@/components/pay/form/pay-form'
import { webResources } from '@/lib/platform/process'
import { hostedFieldsOf } from '@/lib/ui/hosted-fields'

type Hosted = NonNullable<ComponentProps<typeof PayForm>['hosted']>

/** Returns the processor's card fields of a payer's page; null if the page's own form takes the card. */
export function hostedCardOf(
  page: Pick<Hosted['setup'], 'amountMinor' | 'currency' | 'consent'>,
): Hosted | null {
  const fields = hostedFieldsOf(webResources().env)
  return fields && { setup: { ...fields, ...page }, place: <HostedCardPlace /> }
}
