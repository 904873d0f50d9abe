'use client'

import { Archive, CreditCard } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { FeeSchedule } from '@/components/charges/fees-of'
import { begun, chargeHref, PARAM } from '@/components/charges/queries'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { isMissing } from '@/components/data/fetch-json'
import { useCan, useMember } from '@/components/data/member'
import { read, useRead } from '@/components/data/read'
import { DetailFallback, DetailScreen } from '@/components/detail/detail-screen'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { useAccount } from '@/components/navigation/account'
import { PageLink } from '@/components/navigation/page-link'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { TextLink } from '@/components/ui/text-link'
import type { OpenCase } from '@/lib/dashboard/schema/charge'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { RevealedContact } from '@/lib/dashboard/schema/customer-detail'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { charges } from '@/lib/messages/charges'
import { customerDetail as copy } from '@/lib/messages/customer-detail'
import { customers } from '@/lib/messages/customers'
import { cn } from '@/lib/ui/cn'
import { CustomerContact } from './customer-contact'
import { CustomerMenu, customerSummary } from './customer-menu'
import { CustomerNotes } from './customer-notes'
import {
  CardPanel,
  CustomerFigures,
  CustomerPayments,
  CustomerProperties,
  OpenLinks,
} from './customer-panels'
import { CustomerTimeline } from './customer-timeline'

/** Loaded with the address of a charge: most visits open none. */
const dialog = lazyModule(() =>
  import('@/components/charges/charge-dialog').then((module) => module.ChargeDialog),
)
const notice = lazyModule(() => import('./archived-notice').then((module) => module.ArchivedNotice))

/** Loads the dialogs. Without them the address of the charge is left, so that the next press changes it again. */
async function loadDialogs(): Promise<void> {
  const loaded = (await dialog.loadOrNull()) && (await notice.loadOrNull())
  if (!loaded) window.history.replaceState(null, '', location.pathname)
}

const listOf = { path: '/customers', title: customers.title }

type Props = {
  id: string
  /** Fees of the account; null if the host has not reported them. */
  fees: FeeSchedule | null
}

/** Renders one customer: contact, totals, card and history. */
export function CustomerScreen({ id, fees }: Props) {
  const { owner } = useMember()
  const mayWrite = useCan('customers.write')
  const mayCharge = useCan('charges.create')
  const account = useAccount()
  const detail = useRead('customers/detail', { id })
  const payments = useRead('payments/list', { customer: id })
  const totals = useTotals(payments.data, read(account, 'payments/totals', { customer: id }))
  const links = useRead('links/list/customer', { id })
  const cases = useRead('charges/list/open', {}).data?.cases.filter((row) => row.customer_id === id) ?? []
  // A case locks only the card, and only a case of the card does.
  const cardCase = cases.find(({ way }) => way === 'CARD') ?? null
  const openCase = cardCase ?? cases[0] ?? null
  const shownCharge = useSearchParams().get(PARAM)
  const [ChargeDialog, ArchivedNotice] = [useLazyModule(dialog), useLazyModule(notice)]
  useEffect(() => {
    if (shownCharge !== null) void loadDialogs()
  }, [shownCharge])
  const beginsCharge = Object.values(begun).some((form) => form === shownCharge)
  const [revealed, setRevealed] = useState<RevealedContact | null>(null)
  if (!detail.data || isMissing(detail.error)) {
    return <DetailFallback list={listOf} query={detail} one={customers.one} loading={copy.loading} />
  }
  const { customer, phone, events, acts } = detail.data
  const { mirror, card_state: _, masked, ...object } = customer
  const contact = revealed ?? { ...customer, phone }
  const isMasked = masked && revealed === null
  const isArchived = customer.status === 'ARCHIVED'
  const open = links.data?.data.filter(({ shown_status }) => shown_status === 'ACTIVE') ?? []
  return (
    <>
      {ArchivedNotice && mayCharge && isArchived && beginsCharge ? (
        <ArchivedNotice customer={customer} />
      ) : ChargeDialog && mayCharge && shownCharge !== null ? (
        <ChargeDialog fees={fees} customer={customer} openCase={cardCase?.id ?? null} />
      ) : null}
      <DetailScreen
        list={listOf}
        copies={customer.id}
        notice={openCase ? <OpenCaseBanner of={openCase} /> : null}
        tab={customer.name}
        title={<Title customer={customer} />}
        sentence={
          <>
            <CustomerContact
              customer={customer}
              contact={contact}
              isMasked={isMasked}
              onRevealed={setRevealed}
            />
            <p role="status" className="empty:hidden">
              {isArchived ? copy.archivedSentence : null}
            </p>
          </>
        }
        actions={(position) => (
          <Actions
            customer={customer}
            newest={payments.data?.data[0]}
            className={position === 'below' ? 'mt-3 sm:hidden' : 'max-sm:hidden'}
          />
        )}
        state={detail.data}
        error={detail.error}
        mirror={mirror}
        figures={<CustomerFigures totals={totals} {...paidSpan(payments.data, detail.data.first_paid_at)} />}
        propertiesFirst
        properties={
          <>
            <CardPanel
              customer={customer}
              askForCard={
                mayCharge ? (
                  <Button asChild>
                    <PageLink href={chargeHref(id, 'card')} scroll={false}>
                      {charges.askForCard}
                    </PageLink>
                  </Button>
                ) : null
              }
            />
            <OpenLinks links={open} isCut={links.data?.has_more ?? false} />
            <CustomerNotes
              key={id}
              saveAs={`customer-note:${owner}:${id}`}
              id={id}
              notes={contact.notes}
              isMasked={isMasked}
              mayEdit={mayWrite && !masked}
            />
            <CustomerProperties customer={customer} />
          </>
        }
        developers={{ object, label: copy.json, noEvents: copy.events }}
      >
        <CustomerPayments customerId={id} list={payments} totals={totals} />
        <CustomerTimeline
          customer={customer}
          reports={{ payments: payments.data?.data ?? [], links: links.data?.data ?? [], events, acts }}
          hasEarlier={payments.data?.has_more ?? false}
        />
      </DetailScreen>
    </>
  )
}

type ActionsProps = { customer: ShownCustomer; newest: ShownPayment | undefined; className: string }

/** Renders the buttons of a customer; `newest` is the last payment. */
function Actions({ customer, newest, className }: ActionsProps) {
  const mayCharge = useCan('charges.create')
  const { timeZone } = useLocale()
  return (
    <div className={cn('flex flex-wrap gap-2', className)}>
      {mayCharge && customer.status === 'ACTIVE' ? (
        <Button
          asChild
          variant="primary"
          icon={<CreditCard aria-hidden className="size-4" />}
          className="max-sm:grow"
        >
          <PageLink href={chargeHref(customer.id)} scroll={false}>
            {copy.charge}
          </PageLink>
        </Button>
      ) : null}
      <CustomerMenu customer={customer} summary={customerSummary(customer, newest, timeZone)} />
    </div>
  )
}

function OpenCaseBanner({ of: { id, way } }: { of: OpenCase }) {
  return (
    <Banner tone="warning" title={way === 'CARD' ? charges.form.locked : charges.linkCase.open}>
      <TextLink>
        <PageLink href={`/charges/${encodeURIComponent(id)}`}>{charges.case.show}</PageLink>
      </TextLink>
    </Banner>
  )
}

function Title({ customer: { name, status } }: { customer: ShownCustomer }) {
  if (status === 'ACTIVE') return <bdi>{name}</bdi>
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <bdi>{name}</bdi>
      <ExplainedBadge
        tone="muted"
        icon={<Archive aria-hidden strokeWidth={2.5} />}
        meaning={copy.archivedMeaning}
      >
        {copy.archived}
      </ExplainedBadge>
    </span>
  )
}

/**
 * Returns the instants of the first and the last approved payment. The list is more recent than the detail, but contains
 * only the newest payments.
 */
function paidSpan(
  list: ListPage<Pick<ShownPayment, 'status' | 'created_at'>> | undefined,
  firstKnown: string | null,
): { first: string | null; last: string | null } {
  const approved = list?.data.filter(({ status }) => status === 'APPROVED') ?? []
  const first = list?.has_more === false ? approved.at(-1)?.created_at : firstKnown
  return { first: first ?? null, last: approved[0]?.created_at ?? null }
}
