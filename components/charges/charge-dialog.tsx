'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import type { ComponentProps } from 'react'
import { isMissing } from '@/components/data/fetch-json'
import { QueryFallback } from '@/components/data/query-fallback'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Dialog } from '@/components/ui/dialog'
import type { ChargeActions } from '@/lib/dashboard/schema/charge'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import { charges } from '@/lib/messages/charges'
import { ChargeForm } from './charge-form'
import { begun, CARD_PARAM, FROM_PARAM, PARAM } from './charge-href'
import { ChargeState } from './charge-state'
import type { FeeSchedule } from './fees-of'
import { chargeQuery } from './queries'

/** Data of the charge form that is the same for all customers of an account. */
export type Charging = {
  currency: string
  /** Null if the host has not reported them. */
  fees: FeeSchedule | null
  merchantName: string
  actions: ChargeActions
}

type Props = Charging & {
  customer: Pick<ShownCustomer, 'id' | 'name' | 'card' | 'card_state'>
  openCase: string | null
}

/**
 * Renders the dialog that charges a customer, from the amount to the outcome. The address contains the charge, so a
 * reload shows the same step.
 */
export function ChargeDialog({ customer, currency, fees, openCase, merchantName, actions }: Props) {
  const params = useSearchParams()
  const shown = params.get(PARAM)
  const from = params.get(FROM_PARAM)
  const asksForCard = shown === begun.card || params.has(CARD_PARAM)
  if (shown === null) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : show(null))}
      title={asksForCard ? charges.askForCard : charges.title(customer.name)}
      description={shown === begun.card ? charges.askForCardLead : undefined}
      closeLabel={charges.close}
    >
      {Object.values<string>(begun).includes(shown) ? (
        <Form
          key={`${shown} ${from}`}
          from={from}
          asksForCard={shown === begun.card}
          isLink={shown === begun.link}
          onStarted={({ charge }) => show(charge.id, asksForCard)}
          start={actions.start}
          customer={customer}
          currency={currency}
          fees={fees}
          openCase={openCase}
        />
      ) : (
        <Shown id={shown} asksForCard={asksForCard} merchantName={merchantName} actions={actions} />
      )}
    </Dialog>
  )
}

type FormProps = Omit<ComponentProps<typeof ChargeForm>, 'from'> & { from: string | null }

/** Renders the form. A form with the values of another charge waits until they are loaded. */
function Form({ from, ...rest }: FormProps) {
  const query = useQuery({ ...chargeQuery(useAccount(), from ?? ''), enabled: from !== null })
  const kept = query.data?.charge
  if (from !== null && !kept && !query.isError) return <QueryFallback query={query} label={charges.loading} />
  return <ChargeForm from={kept?.customer_id === rest.customer.id ? kept : undefined} {...rest} />
}

type ShownProps = Pick<ComponentProps<typeof ChargeState>, 'asksForCard' | 'merchantName' | 'actions'>

function Shown({ id, ...rest }: ShownProps & { id: string }) {
  const query = useQuery(chargeQuery(useAccount(), id))
  if (!query.data || isMissing(query.error)) return <QueryFallback query={query} label={charges.loading} />
  return <ChargeState detail={query.data} {...rest} onSucceeded={show} isWhole={false} />
}

/** Shows another charge in the dialog, or none, without leaving the page. */
function show(charge: string | null, asksForCard = false): void {
  const url = new URL(location.href)
  url.searchParams.delete(FROM_PARAM)
  if (asksForCard) url.searchParams.set(CARD_PARAM, begun.card)
  else url.searchParams.delete(CARD_PARAM)
  if (charge === null) url.searchParams.delete(PARAM)
  else url.searchParams.set(PARAM, charge)
  window.history.replaceState(null, '', url)
}
