'use client'

import { Archive, ArchiveRestore, CreditCard, Mail, Pencil, Phone } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { revealContactAction } from '@/app/(dashboard)/[account]/customers/[customerId]/actions'
import { chargeHref, type FeeSchedule, PARAM } from '@/components/charges/face'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { isMissing } from '@/components/data/fetch-json'
import { useAct, useCan, useRead } from '@/components/data/member'
import { CopyMark } from '@/components/data/short-id'
import { usePress } from '@/components/data/use-press'
import { useTotals } from '@/components/data/use-totals'
import { DetailFallback, DetailScreen, redactedName, summaryOf } from '@/components/detail/detail-screen'
import { MoreMenu, SupportItem } from '@/components/detail/more-menu'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { MenuLink } from '@/components/navigation/menu-link'
import { useTexts } from '@/components/texts/texts-provider'
import { type Times, useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { MenuItem, MenuSeparator } from '@/components/ui/menu'
import { TextLink } from '@/components/ui/text-link'
import type { OpenCase } from '@/lib/dashboard/charges/get-charge'
import type { ShownCustomer } from '@/lib/dashboard/customers/shown-customer'
import type { RevealedContact } from '@/lib/dashboard/customers/update-customer'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { ListPage } from '@/lib/dashboard/reads/list'
import { maskedEmail, maskedPhone } from '@/lib/domain/masks'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'
import {
  CardPanel,
  CustomerFigures,
  CustomerNotes,
  CustomerProperties,
  CustomerTimeline,
  OpenLinks,
} from './detail-parts'
import { cardName, listOfCustomers } from './face'
import { useChangeStatus } from './use-update-customer'

/** Loaded with the address of a charge: most visits open none. */
const charge = lazyModule(() => import('./charge').then((module) => module.CustomerCharge))

/** Loads the dialog. Without it the address of the charge is left, so that the next press changes it again. */
async function loadCharge(): Promise<void> {
  if (!(await charge.loadOrNull())) window.history.replaceState(null, '', location.pathname)
}

type Props = {
  id: string
  /** Fees of the account; null if the host has not reported them. */
  fees: FeeSchedule | null
}

export function CustomerScreen({ id, fees }: Props) {
  const t = useTexts()
  const mayCharge = useCan('charges.create')
  const detail = useRead('customers/detail', { id })
  const payments = useRead('payments/list', { customer: id })
  const totals = useTotals(payments.data, 'payments/totals', { customer: id })
  const links = useRead('links/list/customer', { id })
  const cases = useRead('charges/list/open', {}).data?.cases.filter((row) => row.customer_id === id) ?? []
  // A case locks only the card, and only a case of the card does.
  const cardCase = cases.find(({ way }) => way === 'CARD') ?? null
  const openCase = cardCase ?? cases[0] ?? null
  const shownCharge = useSearchParams().get(PARAM)
  const CustomerCharge = useLazyModule(charge)
  useEffect(() => {
    if (shownCharge !== null) void loadCharge()
  }, [shownCharge])
  const [revealed, setRevealed] = useState<RevealedContact | null>(null)
  if (!detail.data || isMissing(detail.error)) return <DetailFallback list={listOfCustomers} query={detail} />
  const { customer, phone, events, acts } = detail.data
  const { mirror, card_state: _, masked, ...object } = customer
  const contact = revealed ?? { ...customer, phone }
  const isMasked = masked && revealed === null
  const isArchived = customer.status === 'ARCHIVED'
  const open = links.data?.data.filter(({ shown_status }) => shown_status === 'ACTIVE') ?? []
  return (
    <>
      {CustomerCharge && mayCharge && shownCharge !== null ? (
        <CustomerCharge customer={customer} shown={shownCharge} fees={fees} openCase={cardCase?.id ?? null} />
      ) : null}
      <DetailScreen
        list={listOfCustomers}
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
              {isArchived ? t('customer-detail.archivedSentence') : null}
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
        properties={
          <>
            <CardPanel customer={customer} />
            <OpenLinks links={open} isCut={links.data?.has_more ?? false} />
            <CustomerNotes key={id} customer={customer} notes={contact.notes} isMasked={isMasked} />
            <CustomerProperties customer={customer} />
          </>
        }
        developers={{ object, label: t('customer-detail.json'), noEvents: t('customer-detail.events') }}
      >
        <CustomerTimeline
          customer={customer}
          reports={{ payments: payments.data?.data ?? [], links: links.data?.data ?? [], events, acts }}
          totals={totals}
        />
      </DetailScreen>
    </>
  )
}

type ActionsProps = { customer: ShownCustomer; newest: ShownPayment | undefined; className: string }

function Actions({ customer, newest, className }: ActionsProps) {
  const t = useTexts()
  const mayCharge = useCan('charges.create')
  const { supportTime } = useTimes()
  return (
    <div className={cn('flex flex-wrap gap-2', className)}>
      {mayCharge && customer.status === 'ACTIVE' ? (
        <ButtonLink
          variant="primary"
          Icon={CreditCard}
          className="max-sm:grow"
          href={chargeHref(customer.id)}
          scroll={false}
        >
          {t('customer-detail.charge')}
        </ButtonLink>
      ) : null}
      <CustomerMenu customer={customer} summary={customerSummary(customer, newest, t, supportTime)} />
    </div>
  )
}

function OpenCaseBanner({ of: { id, way } }: { of: OpenCase }) {
  const t = useTexts()
  return (
    <Banner tone="warning" title={t(way === 'CARD' ? 'charges.form.locked' : 'charges.linkCase.open')}>
      <InlineLink href={`/charges/${encodeURIComponent(id)}`}>{t('charges.case.show')}</InlineLink>
    </Banner>
  )
}

function Title({ customer: { name, status } }: { customer: ShownCustomer }) {
  const t = useTexts()
  if (status === 'ACTIVE') return <bdi>{name}</bdi>
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <bdi>{name}</bdi>
      <ExplainedBadge tone="muted" Icon={Archive} meaning={t('customer-detail.archivedMeaning')}>
        {t('customer-states.status.ARCHIVED')}
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

type CustomerContactProps = {
  customer: ShownCustomer
  contact: RevealedContact
  isMasked: boolean
  onRevealed: (contact: RevealedContact) => void
}

function CustomerContact({ customer, contact, isMasked, onRevealed }: CustomerContactProps) {
  const t = useTexts()
  const mayReveal = useCan('contacts.reveal')
  const group = useRef<HTMLFieldSetElement>(null)
  const wasMasked = useRef(isMasked)
  useEffect(() => {
    // The focus moves to the group, because the pressed button is gone and focus would return to the top of the page.
    if (wasMasked.current && !isMasked) group.current?.focus()
    wasMasked.current = isMasked
  }, [isMasked])
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={t('customer-detail.contact')}
      className="flex flex-wrap items-center gap-x-5 gap-y-1 rounded-sm"
    >
      <ContactLine
        Icon={Phone}
        name={t('customer-detail.phone')}
        value={contact.phone && (contact.phone.dialled ?? contact.phone.shown)}
        shown={contact.phone?.shown}
        none={t('customer-detail.noPhone')}
        href={contact.phone?.dialled ? `tel:${contact.phone.dialled}` : null}
      />
      <ContactLine
        Icon={Mail}
        name={t('customer-detail.email')}
        value={contact.email}
        none={t('customer-detail.noEmail')}
        href={isMasked ? null : `mailto:${contact.email}`}
      />
      {isMasked && mayReveal ? <Reveal id={customer.id} onRevealed={onRevealed} /> : null}
    </fieldset>
  )
}

type LineProps = {
  Icon: typeof Phone
  name: string
  value: string | null
  /** Formatted value, if it differs from the value to copy. */
  shown?: string | undefined
  none: string
  /** Null for a value without a link, such as a masked one. */
  href: string | null
}

function ContactLine({ Icon, name, value, shown = value ?? '', none, href }: LineProps): ReactNode {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{name}</span>
      {value === null ? (
        <span>{none}</span>
      ) : href === null ? (
        <bdi className="tnum wrap-anywhere">{shown}</bdi>
      ) : (
        <>
          <TextLink className="hit tnum wrap-anywhere inline-flex items-center">
            <a href={href}>
              <bdi>{shown}</bdi>
            </a>
          </TextLink>
          <CopyMark value={value} name={name} />
        </>
      )}
    </span>
  )
}

function Reveal({ id, onRevealed }: { id: string } & Pick<CustomerContactProps, 'onRevealed'>) {
  const t = useTexts()
  const reveal = useAct(revealContactAction)
  const { busy, press } = usePress()
  async function show() {
    const failed = { what: t('customer-detail.revealFailed'), retry: () => void show() }
    const contact = await press(() => reveal({ id }), failed)
    if (contact) onRevealed(contact)
  }
  return (
    <Button
      size="sm"
      title={t('customer-detail.revealHint')}
      busy={busy}
      busyLabel={t('customer-detail.revealing')}
      onClick={show}
    >
      {t('customer-detail.reveal')}
    </Button>
  )
}

function CustomerMenu({ customer, summary }: { customer: ShownCustomer; summary: string }) {
  const t = useTexts()
  const mayWrite = useCan('customers.write')
  const { change } = useChangeStatus(customer)
  const isArchived = customer.status === 'ARCHIVED'
  return (
    <MoreMenu>
      {mayWrite ? (
        <MenuLink href={`/customers/${encodeURIComponent(customer.id)}/edit`} Icon={Pencil}>
          {t('customer-detail.edit')}
        </MenuLink>
      ) : null}
      <SupportItem summary={summary} />
      {mayWrite ? (
        <>
          <MenuSeparator />
          <MenuItem
            Icon={isArchived ? ArchiveRestore : Archive}
            onSelect={() => void change(isArchived ? 'ACTIVE' : 'ARCHIVED')}
          >
            {isArchived ? t('customer-detail.restore') : t('customer-detail.archive')}
          </MenuItem>
        </>
      ) : null}
    </MoreMenu>
  )
}

type Newest = Pick<ShownPayment, 'id' | 'status' | 'created_at'>

/** Returns a customer as a text for support: ids, states and times in both zones, without personal data. */
export function customerSummary(
  customer: ShownCustomer,
  newest: Newest | undefined,
  t: Translate,
  supportTime: Times['supportTime'],
): string {
  const { id, name, phone, email, status, card, card_state, external_ref, created_at } = customer
  return summaryOf([
    [t('customer-detail.summary.customer'), id],
    [t('customer-detail.summary.name'), redactedName(name)],
    [t('customer-detail.phone'), phone && maskedPhone(phone)],
    [t('customer-detail.email'), email && maskedEmail(email)],
    [t('customer-detail.summary.status'), status],
    [t('customer-detail.summary.card'), card && `${cardName(card, t)} ${card.expiry ?? ''} (${card_state})`],
    [t('customer-detail.summary.reference'), external_ref],
    [t('customer-detail.summary.created'), supportTime(created_at)],
    [
      t('customer-detail.summary.lastPayment'),
      newest && `${newest.id} ${newest.status} ${supportTime(newest.created_at)}`,
    ],
  ])
}
