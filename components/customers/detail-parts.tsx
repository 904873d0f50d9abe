import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { chargeHref } from '@/components/charges/face'
import { useCan, useMember } from '@/components/data/member'
import { savedText, useSavedDraft } from '@/components/data/saved-draft'
import { CopyMark, ShortId } from '@/components/data/short-id'
import { useActionForm } from '@/components/data/use-action-form'
import { Figure, Figures } from '@/components/detail/detail-screen'
import { useRecordShare } from '@/components/links/face'
import type { KnownTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { paymentsHref, whatFor } from '@/components/payments/face'
import { DateTime } from '@/components/time/date-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Dotted } from '@/components/ui/dotted'
import { FieldError } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { isDeclineCode } from '@/lib/contract/declines'
import { CUSTOMER_NOTES_MAX } from '@/lib/contract/limits'
import { paymentStates } from '@/lib/contract/states'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { numberFormat } from '@/lib/domain/formatters'
import { codePoints, normalizeText } from '@/lib/domain/text'
import { audit } from '@/lib/messages/audit'
import { charges } from '@/lib/messages/charges'
import { common } from '@/lib/messages/common'
import { customerDetail } from '@/lib/messages/customer-detail'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import type { ReadData } from '@/lib/reads'
import { CardText } from './face'
import { useUpdateCustomer } from './use-update-customer'

const cardCopy = customerDetail.card
type CustomerAction = ReadData<'customers/detail'>['acts'][number]

/** Renders the saved card of a customer with its expiry, and the button that asks for one, or for a new one. */
export function CardPanel({
  customer: { id, card, card_state: state, status },
}: {
  customer: ShownCustomer
}) {
  const mayCharge = useCan('charges.create')
  return (
    <Card title={cardCopy.title}>
      {card === null || state === 'none' ? (
        <>
          <p className="font-medium">{cardCopy.none}</p>
          <p className="mt-0.5 text-pretty text-muted text-sm">{cardCopy.noneHint}</p>
        </>
      ) : (
        <CardText card={card} state={state} className="font-medium" />
      )}
      {status === 'ACTIVE' && mayCharge ? (
        <Button asChild size="sm" className="mt-4">
          <PageLink href={chargeHref(id, 'card')} scroll={false}>
            {card === null ? charges.askForCard : cardCopy.askForNew}
          </PageLink>
        </Button>
      ) : null}
    </Card>
  )
}

const linksCopy = customerDetail.links

type OpenLinksProps = {
  links: readonly ShownLink[]
  /** True if there are more links than these. */
  isCut: boolean
}

/** Renders the links that the customer can still pay. Renders no card if there are none. */
export function OpenLinks({ links, isCut }: OpenLinksProps) {
  const record = useRecordShare()
  const { locale } = useLocale()
  if (links.length === 0) return null
  return (
    <Card title={linksCopy.title}>
      <ul className="-my-1 divide-y divide-border/70">
        {links.map((link) => (
          <li key={link.id} className="flex items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <p id={`open-link-${link.id}`} className="truncate font-medium">
                <TextLink>
                  <PageLink href={`/links/${encodeURIComponent(link.id)}`} dir="auto" title={link.title}>
                    {link.title}
                  </PageLink>
                </TextLink>
              </p>
              <p className="text-muted text-sm">
                <Dotted>
                  <Amount amount={link.amount} currency={link.currency} />
                  {link.expires_at ? (
                    <span>
                      {linksCopy.expires} <DateTime iso={link.expires_at} variant="row" />
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
              label={linksCopy.copy}
              aria-describedby={`open-link-${link.id}`}
              onCopied={() => record(link.id, 'copied')}
              className="min-w-28 shrink-0"
            />
          </li>
        ))}
      </ul>
      {isCut ? (
        <p className="mt-3 text-muted text-xs">{linksCopy.more(numberFormat(locale).format(links.length))}</p>
      ) : null}
    </Card>
  )
}

const figuresCopy = customerDetail.figures

type FiguresProps = {
  totals: KnownTotals
  first: string | null
  last: string | null
}

/** Renders the totals of a customer's payments, net of refunds. `first` and `last` are instants of approved payments. */
export function CustomerFigures({ totals, first, last }: FiguresProps) {
  const number = numberFormat(useLocale().locale)
  const counts = totals?.counts ?? {}
  const [approved = 0, declined = 0, all = 0] = [counts.APPROVED, counts.FAILED, counts.ALL]
  const rest = all - approved - declined
  const unknown = <span className="text-muted">{totals === null ? common.notCounted : common.counting}</span>
  return (
    <Figures label={figuresCopy.label}>
      <Figure name={figuresCopy.collected}>
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
      <Figure name={figuresCopy.payments} note={totals && approved > 0 ? figuresCopy.paymentsHint : null}>
        {totals ? number.format(approved) : unknown}
      </Figure>
      <Figure
        name={figuresCopy.declined}
        note={rest > 0 ? figuresCopy.unfinished(number.format(rest)) : null}
      >
        {totals ? number.format(declined) : unknown}
      </Figure>
      <Figure
        name={figuresCopy.last}
        note={
          first === null || first === last ? null : (
            <>
              {figuresCopy.first} <DateTime iso={first} />
            </>
          )
        }
      >
        {last ? <DateTime iso={last} /> : <span className="text-muted">{figuresCopy.none}</span>}
      </Figure>
    </Figures>
  )
}

/** Renders a customer's names and values. */
export function CustomerProperties({ customer }: { customer: ShownCustomer }) {
  const { id, external_ref: reference } = customer
  return (
    <Card title={customerDetail.properties}>
      <PropertyList>
        {reference ? (
          <Property
            name={customerDetail.reference}
            action={<CopyMark value={reference} name={customerDetail.reference} />}
          >
            <bdi className="wrap-anywhere">{reference}</bdi>
          </Property>
        ) : null}
        <Property name={customerDetail.id}>
          <ShortId id={id} name={customerDetail.id} />
        </Property>
      </PropertyList>
    </Card>
  )
}

const copy = customerDetail.notes

type NotesProps = { customer: ShownCustomer; notes: string | null; isMasked: boolean }

/** Renders the notes on a customer with editing in place. */
export function CustomerNotes({ customer: { id, masked }, notes, isMasked }: NotesProps) {
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
      title={copy.title}
      action={
        mayEdit && !editing ? (
          <Button ref={button} data-opens-form size="sm" onClick={() => setEditing('pressed')}>
            {notes ? copy.edit : copy.add}
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
        <p className="text-muted">{copy.hidden}</p>
      ) : notes ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {notes}
        </p>
      ) : (
        <p className="text-muted">{copy.none}</p>
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
  const errorId = useId()
  const send = useUpdateCustomer()
  const area = useRef<HTMLTextAreaElement>(null)
  const { draft, isRestored, change, forget } = useSavedDraft(saveAs, { text: notes })
  const text = normalizeText(draft.text)
  const left = CUSTOMER_NOTES_MAX - codePoints(text)
  const form = useActionForm({
    fields: ['notes'],
    check: () => (left < 0 ? { notes: copy.tooLong } : {}),
    act: () => send({ id, notes: text || null }),
    onDone: close,
    onRefusal: ({ message }) => ({ notes: `${copy.failed} ${message}` }),
    noAnswer: copy.failed,
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
        aria-label={copy.title}
        aria-describedby={errorId}
        aria-invalid={problem !== undefined || left < 0 || undefined}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={saveByKey}
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div id={errorId} className="min-w-0 flex-1 basis-32 pt-1">
          <p className="tnum text-muted text-xs">
            {isRestored ? `${links.form.draftRestored}. ` : null}
            {left < 0 ? links.form.charactersOver(-left) : links.form.charactersLeft(left)}
          </p>
          <FieldError id={`${errorId}-problem`} message={problem} />
        </div>
        <div className="flex gap-2">
          <Button size="sm" onClick={close}>
            {common.cancel}
          </Button>
          <Button size="sm" type="submit" variant="primary" busy={form.busy} busyLabel={copy.saving}>
            {copy.save}
          </Button>
        </div>
      </div>
    </form>
  )
}

const historyCopy = customerDetail.history

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
  const { locale } = useLocale()
  const count = totals?.counts.ALL
  return (
    <Card
      title={historyCopy.title}
      action={
        reports.payments.length > 0 ? (
          <TextLink className="text-sm">
            <PageLink href={paymentsHref({ customer: customer.id })}>
              {count && count > 1
                ? customerDetail.allPayments(numberFormat(locale).format(count))
                : customerDetail.allUncounted}
            </PageLink>
          </TextLink>
        ) : undefined
      }
    >
      <Timeline label={historyCopy.title} entries={customerHistory(customer, reports)} />
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
): TimelineEntry[] {
  const entry = (key: string, at: string, rest: Omit<TimelineEntry, 'key' | 'when'>) => {
    return { key, at, when: <DateTime iso={at} />, ...rest }
  }
  // The member who created the customer in this dashboard.
  const made = acts.find(({ action }) => action === MADE)
  const first = entry('made', created_at, {
    title: historyCopy.made[source],
    detail: made && byOf(made),
  })
  const all = [
    ...payments.map((payment) =>
      entry(payment.id, payment.approved_at ?? payment.created_at, paymentEntry(payment)),
    ),
    ...links.map(({ id, title, created_at, ...money }) =>
      entry(id, created_at, {
        title: <AmountLink label={historyCopy.link} href={`/links/${encodeURIComponent(id)}`} {...money} />,
        detail: <bdi>{title}</bdi>,
      }),
    ),
    ...events
      .filter(({ kind, outcome }) => kind === 'customer.card_saved' && outcome !== 'test')
      .map(({ delivery_id, event_at }) =>
        entry(delivery_id, event_at, { title: historyCopy.cardSaved, tone: 'success' }),
      ),
    ...acts
      .filter(({ action }) => action !== MADE)
      .map((act) => entry(act.id, act.created_at, { title: titleOf(act), detail: detailOf(act) })),
  ]
  all.sort((one, other) => other.at.localeCompare(one.at))
  return [...all.slice(0, SHOWN_MAX), first]
}

type AmountLinkProps = { label: string; href: string; amount: number; currency: string }

function AmountLink({ label, href, amount, currency }: AmountLinkProps) {
  return (
    <>
      {label}{' '}
      <TextLink>
        <PageLink href={href}>
          <Amount amount={amount} currency={currency} />
        </PageLink>
      </TextLink>
    </>
  )
}

function paymentEntry(payment: HistoryPayment) {
  const { id, status, amount, currency } = payment
  const code = status === 'FAILED' ? (payment.decline?.code ?? '') : ''
  const href = `/payments/${encodeURIComponent(id)}`
  return {
    title: <AmountLink label={historyCopy.payment[status]} href={href} amount={amount} currency={currency} />,
    detail: (
      <>
        {isDeclineCode(code) ? `${payments.detail.reason[code]} · ` : null}
        <bdi>{whatFor(payment)}</bdi>
      </>
    ),
    tone: paymentStates[status].tone,
    pending: status === 'PENDING',
  }
}

function titleOf({ action, charge, fields }: CustomerAction) {
  if (charge) {
    const { id, amount, currency } = charge
    const href = `/charges/${encodeURIComponent(id)}`
    const isLink = action === 'charges.create' && charge.way === 'LINK'
    const byLink = charge.replaces ? historyCopy.linkInstead : historyCopy.chargedByLink
    const label = isLink ? byLink : (historyCopy.charges[action] ?? audit.actions[action] ?? action)
    return <AmountLink label={label} href={href} amount={amount} currency={currency} />
  }
  const title = historyCopy.acts[action] ?? audit.actions[action] ?? action
  if (action !== 'customers.update') return title
  const names = fields.map((field) => historyCopy.fields[field] ?? field)
  return names.length > 0 ? `${title}: ${names.join(', ')}` : title
}

function detailOf(act: CustomerAction): string {
  // The title describes a completed act; an uncertain outcome needs an explanation.
  return act.outcome === 'done' ? byOf(act) : `${byOf(act)}. ${audit.meaning[act.outcome]}`
}

function byOf({ user }: CustomerAction): string {
  return user ? historyCopy.by(user.name) : historyCopy.byNobody
}
