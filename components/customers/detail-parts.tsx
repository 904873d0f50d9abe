import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { chargeHref } from '@/components/charges/face'
import { useCan, useMember } from '@/components/data/member'
import { savedText, useSavedDraft } from '@/components/data/saved-draft'
import { CopyMark, IdProperty } from '@/components/data/short-id'
import { useActionForm } from '@/components/data/use-action-form'
import type { KnownTotals } from '@/components/data/use-totals'
import { Figure, Figures } from '@/components/detail/detail-screen'
import { useRecordShare } from '@/components/links/face'
import { Amount } from '@/components/money/amount'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { paymentsHref, whatFor } from '@/components/payments/face'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Dotted } from '@/components/ui/dotted'
import { FieldError } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { Property, PropertyList } from '@/components/ui/property-list'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { CUSTOMER_NOTES_MAX } from '@/lib/contract/limits'
import { paymentStates } from '@/lib/contract/states'
import type { ShownCustomer } from '@/lib/dashboard/customers/shown-customer'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import type { ReceivedEvent } from '@/lib/dashboard/mirror/shape'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { numberFormat } from '@/lib/domain/formatters'
import { codePoints, normalizeText } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'
import type { ReadData } from '@/lib/reads'
import { CardText } from './face'
import { useUpdateCustomer } from './use-update-customer'

type CustomerAction = ReadData<'customers/detail'>['acts'][number]

/** Renders the saved card of a customer with its expiry, and the button that asks for one, or for a new one. */
export function CardPanel({
  customer: { id, card, card_state: state, status },
}: {
  customer: ShownCustomer
}) {
  const t = useTexts()
  const mayCharge = useCan('charges.create')
  return (
    <Card title={t('customer-detail.card.title')}>
      {card === null || state === 'none' ? (
        <>
          <p className="font-medium">{t('customer-detail.card.none')}</p>
          <p className="mt-0.5 text-pretty text-muted text-sm">{t('customer-detail.card.noneHint')}</p>
        </>
      ) : (
        <div>
          <CardText card={card} state={state} className="font-medium" />
        </div>
      )}
      {status === 'ACTIVE' && mayCharge ? (
        <ButtonLink size="sm" className="mt-4" href={chargeHref(id, 'card')} scroll={false}>
          {t(card === null ? 'charges.askForCard' : 'customer-detail.card.askForNew')}
        </ButtonLink>
      ) : null}
    </Card>
  )
}

/** Renders the links that the customer can still pay. Renders no card if there are none. */
export function OpenLinks({ links, isCut }: { links: readonly ShownLink[]; isCut: boolean }) {
  const t = useTexts()
  const record = useRecordShare()
  const { locale } = useLocale()
  if (links.length === 0) return null
  return (
    <Card title={t('customer-detail.links.title')}>
      <ul className="-my-1 divide-y divide-border/70">
        {links.map((link) => (
          <li key={link.id} className="flex items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <p id={`open-link-${link.id}`} className="truncate font-medium">
                <InlineLink href={`/links/${encodeURIComponent(link.id)}`} dir="auto" title={link.title}>
                  {link.title}
                </InlineLink>
              </p>
              <p className="text-muted text-sm">
                <Dotted>
                  <Amount amount={link.amount} currency={link.currency} />
                  {link.expires_at ? (
                    <span>
                      {t('customer-detail.links.expires')} <DateTime iso={link.expires_at} variant="row" />
                    </span>
                  ) : (
                    <DateTime iso={link.created_at} variant="row" />
                  )}
                </Dotted>
              </p>
            </div>
            <CopyButton
              size="sm"
              value={link.url}
              label={t('customer-detail.links.copy')}
              aria-describedby={`open-link-${link.id}`}
              onCopied={() => record(link.id, 'copied')}
              className="min-w-28 shrink-0"
            />
          </li>
        ))}
      </ul>
      {isCut ? (
        <p className="mt-3 text-muted text-xs">
          {t('customer-detail.links.more', { count: numberFormat(locale).format(links.length) })}
        </p>
      ) : null}
    </Card>
  )
}

type FiguresProps = {
  totals: KnownTotals
  first: string | null
  last: string | null
}

/** Renders the totals of a customer's payments, net of refunds; nothing without any payment. `first` and `last` are instants of approved payments. */
export function CustomerFigures({ totals, first, last }: FiguresProps) {
  const t = useTexts()
  const number = numberFormat(useLocale().locale)
  const counts = totals?.counts ?? {}
  const [approved = 0, declined = 0, all = 0] = [counts.APPROVED, counts.FAILED, counts.ALL]
  const rest = all - approved - declined
  if (totals && all === 0) return null
  const unknown = (
    <span className="text-muted">{t(totals === null ? 'common.notCounted' : 'common.counting')}</span>
  )
  return (
    <Figures label={t('customer-detail.figures.label')}>
      <Figure name={t('customer-detail.figures.collected')}>
        {totals ? (
          <Amount
            amount={totals.net ?? totals.amount}
            currency={totals.currency}
            className={approved === 0 ? 'text-muted' : ''}
          />
        ) : (
          unknown
        )}
      </Figure>
      <Figure
        name={t('customer-detail.figures.payments')}
        note={totals && approved > 0 ? t('customer-detail.figures.paymentsHint', { count: approved }) : null}
      >
        {totals ? number.format(approved) : unknown}
      </Figure>
      <Figure
        name={t('customer-detail.figures.declined')}
        note={
          rest > 0
            ? t('customer-detail.figures.unfinished', { count: rest, written: number.format(rest) })
            : null
        }
      >
        {totals ? number.format(declined) : unknown}
      </Figure>
      <Figure
        name={t('customer-detail.figures.last')}
        note={
          first === null || first === last ? null : (
            <>
              {t('customer-detail.figures.first')} <DateTime iso={first} />
            </>
          )
        }
      >
        {last ? (
          <DateTime iso={last} />
        ) : (
          <span className="text-muted">{t('customer-detail.figures.none')}</span>
        )}
      </Figure>
    </Figures>
  )
}

export function CustomerProperties({ customer }: { customer: ShownCustomer }) {
  const t = useTexts()
  const { id, external_ref: reference } = customer
  return (
    <Card title={t('customer-detail.properties')}>
      <PropertyList>
        {reference ? (
          <Property
            name={t('customer-detail.reference')}
            action={<CopyMark value={reference} name={t('customer-detail.reference')} />}
          >
            <bdi className="wrap-anywhere">{reference}</bdi>
          </Property>
        ) : null}
        <IdProperty id={id} name={t('customer-detail.id')} />
      </PropertyList>
    </Card>
  )
}

type NotesProps = { customer: ShownCustomer; notes: string | null; isMasked: boolean }

export function CustomerNotes({ customer: { id, masked }, notes, isMasked }: NotesProps) {
  const t = useTexts()
  const mayEdit = useCan('customers.write') && !masked
  // An unsaved note is kept within its tab.
  const saveAs = `customer-note:${useMember().owner}:${id}`
  const [editing, setEditing] = useState<'restored' | 'pressed' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (mayEdit && savedText(saveAs) !== null) setEditing('restored')
  }, [mayEdit, saveAs])
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing !== null
  }, [editing])
  return (
    <Card
      title={t('customer-detail.notes.title')}
      action={
        mayEdit && !editing ? (
          <Button ref={button} data-opens-form size="sm" onClick={() => setEditing('pressed')}>
            {notes ? t('customer-detail.notes.edit') : t('customer-detail.notes.add')}
          </Button>
        ) : undefined
      }
    >
      {mayEdit && editing ? (
        <NotesForm
          id={id}
          saveAs={saveAs}
          notes={notes ?? ''}
          takesFocus={editing === 'pressed'}
          onClose={() => setEditing(null)}
        />
      ) : notes && isMasked ? (
        <p className="text-muted">{t('customer-detail.notes.hidden')}</p>
      ) : notes ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {notes}
        </p>
      ) : (
        <p className="text-muted">{t('customer-detail.notes.none')}</p>
      )}
    </Card>
  )
}

type FormProps = {
  id: string
  saveAs: string
  notes: string
  /** False for a restored note: its page opens at the top. */
  takesFocus: boolean
  onClose: () => void
}

function NotesForm({ id, saveAs, notes, takesFocus, onClose }: FormProps) {
  const t = useTexts()
  const errorId = useId()
  const send = useUpdateCustomer()
  const area = useRef<HTMLTextAreaElement>(null)
  const { draft, isRestored, change, forget } = useSavedDraft(saveAs, { text: notes })
  const text = normalizeText(draft.text)
  const left = CUSTOMER_NOTES_MAX - codePoints(text)
  const form = useActionForm({
    fields: ['notes'],
    check: () => (left < 0 ? { notes: t('customer-detail.notes.tooLong') } : {}),
    act: () => send({ id, notes: text || null }),
    onDone: close,
    onRefusal: ({ message }) => ({ notes: `${t('customer-detail.notes.failed')} ${message}` }),
    noAnswer: t('customer-detail.notes.failed'),
  })
  useEffect(() => {
    const { current } = area
    if (!takesFocus || !current) return
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
  }, [takesFocus])

  function close() {
    forget()
    onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    if (text !== notes) return form.props.onSubmit(event)
    event.preventDefault()
    close()
  }

  function saveByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }

  const { problems, failure } = form
  const problem = problems.notes ?? failure?.message
  return (
    <form {...form.props} onSubmit={submit} className="flex flex-col gap-2">
      <Textarea
        ref={area}
        name="notes"
        rows={4}
        aria-label={t('customer-detail.notes.title')}
        aria-describedby={errorId}
        aria-invalid={problem !== undefined || left < 0 || undefined}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={saveByKey}
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div id={errorId} className="min-w-0 flex-1 basis-32 pt-1">
          <p className="tnum text-muted text-xs">
            {isRestored ? `${t('drafts.restored')}. ` : null}
            {left < 0 ? t('drafts.charactersOver', { over: -left }) : t('drafts.charactersLeft', { left })}
          </p>
          <FieldError id={`${errorId}-problem`} message={problem} />
        </div>
        <div className="flex gap-2">
          <Button size="sm" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button
            size="sm"
            type="submit"
            variant="primary"
            busy={form.busy}
            busyLabel={t('customer-detail.notes.saving')}
          >
            {t('customer-detail.notes.save')}
          </Button>
        </div>
      </div>
    </form>
  )
}

type HistoryPayment = Pick<
  ShownPayment,
  | 'id'
  | 'status'
  | 'amount'
  | 'currency'
  | 'created_at'
  | 'approved_at'
  | 'payment_link'
  | 'description'
  | 'card'
  | 'decline'
>
type HistoryLink = Pick<ShownLink, 'id' | 'title' | 'amount' | 'currency' | 'created_at'>

type Reports = {
  /** Payments, newest first like the other lists. */
  payments: readonly HistoryPayment[]
  links: readonly HistoryLink[]
  events: readonly Pick<ReceivedEvent, 'delivery_id' | 'kind' | 'event_at' | 'outcome'>[]
  acts: readonly CustomerAction[]
}

/** Number of newest entries in a history. The lists contain the older ones. */
const SHOWN_MAX = 20
const MADE = 'customers.create'

type CustomerTimelineProps = {
  customer: Pick<ShownCustomer, 'id' | 'created_at' | 'source'>
  reports: Reports
  totals: KnownTotals
}

/** Renders a customer's history, newest first: payments, links, cards and acts of members, with a link to all payments. */
export function CustomerTimeline({ customer, reports, totals }: CustomerTimelineProps) {
  const t = useTexts()
  const { locale } = useLocale()
  const count = totals?.counts.ALL
  return (
    <Card
      title={t('customer-detail.history.title')}
      action={
        reports.payments.length > 0 ? (
          <InlineLink className="text-sm" href={paymentsHref({ customer: customer.id })}>
            {count && count > 1
              ? t('customer-detail.allPayments', { count: numberFormat(locale).format(count) })
              : t('customer-detail.allUncounted')}
          </InlineLink>
        ) : undefined
      }
    >
      <Timeline label={t('customer-detail.history.title')} entries={customerHistory(customer, reports, t)} />
    </Card>
  )
}

/**
 * Returns a customer's history, newest first: the newest entries reported by the service and this dashboard, then the
 * creation.
 */
export function customerHistory(
  { created_at, source }: Pick<ShownCustomer, 'created_at' | 'source'>,
  { payments, links, events, acts }: Reports,
  t: Translate,
): TimelineEntry[] {
  const entry = (key: string, at: string, rest: Omit<TimelineEntry, 'key' | 'when'>) => {
    return { key, at, when: <DateTime iso={at} />, ...rest }
  }
  // The member who created the customer in this dashboard.
  const made = acts.find(({ action }) => action === MADE)
  const first = entry('made', created_at, {
    title: t(`customer-detail.history.made.${source}`),
    detail: made && byOf(made, t),
  })
  const all = [
    ...payments.map((payment) =>
      entry(payment.id, payment.approved_at ?? payment.created_at, paymentEntry(payment, t)),
    ),
    ...links.map(({ id, title, created_at, ...money }) =>
      entry(id, created_at, {
        title: (
          <AmountLink
            label={t('customer-detail.history.link')}
            href={`/links/${encodeURIComponent(id)}`}
            {...money}
          />
        ),
        detail: <bdi>{title}</bdi>,
      }),
    ),
    ...events
      .filter(({ kind, outcome }) => kind === 'customer.card_saved' && outcome !== 'test')
      .map(({ delivery_id, event_at }) =>
        entry(delivery_id, event_at, { title: t('customer-detail.history.cardSaved'), tone: 'success' }),
      ),
    ...acts
      .filter(({ action }) => action !== MADE)
      .map((act) => entry(act.id, act.created_at, { title: titleOf(act, t), detail: detailOf(act, t) })),
  ]
  all.sort((one, other) => other.at.localeCompare(one.at))
  return [...all.slice(0, SHOWN_MAX), first]
}

type AmountLinkProps = { label: string; href: string; amount: number; currency: string }

function AmountLink({ label, href, amount, currency }: AmountLinkProps) {
  return (
    <>
      {label}{' '}
      <InlineLink href={href}>
        <Amount amount={amount} currency={currency} />
      </InlineLink>
    </>
  )
}

function paymentEntry(payment: HistoryPayment, t: Translate) {
  const { id, status, amount, currency } = payment
  const code = status === 'FAILED' ? payment.decline?.code : null
  const reason = code ? t.first(`payment-declines.reason.${code}`) : null
  const href = `/payments/${encodeURIComponent(id)}`
  const label = t(`customer-detail.history.payment.${status}`)
  return {
    title: <AmountLink label={label} href={href} amount={amount} currency={currency} />,
    detail: (
      <>
        {reason ? `${reason} · ` : null}
        <bdi>{whatFor(payment, t)}</bdi>
      </>
    ),
    tone: paymentStates[status].tone,
    pending: status === 'PENDING',
  }
}

function titleOf({ action, charge, fields }: CustomerAction, t: Translate) {
  if (charge) {
    const { id, amount, currency } = charge
    const href = `/charges/${encodeURIComponent(id)}`
    const isLink = action === 'charges.create' && charge.way === 'LINK'
    const byLink = charge.replaces ? 'linkInstead' : 'chargedByLink'
    const label = isLink
      ? t(`customer-detail.history.${byLink}`)
      : (t.first(`customer-detail.history.charges.${action}`) ?? action)
    return <AmountLink label={label} href={href} amount={amount} currency={currency} />
  }
  const title = t.first(`customer-detail.history.acts.${action}`) ?? action
  if (action !== 'customers.update') return title
  const names = fields.map((field) => t.first(`customer-detail.history.fields.${field}`) ?? field)
  return names.length > 0 ? `${title}: ${names.join(', ')}` : title
}

function detailOf(act: CustomerAction, t: Translate): string {
  const by = byOf(act, t)
  // The title describes a completed act; an uncertain outcome needs an explanation.
  return act.outcome === 'done' ? by : t(`customer-detail.history.unsure.${act.outcome}`, { by })
}

function byOf({ user }: CustomerAction, t: Translate): string {
  if (!user) return t('customer-detail.history.byNobody')
  return user.name
    ? t('customer-detail.history.by', { name: user.name })
    : t('customer-detail.history.byFormer')
}
