'use client'

import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { useCan, useMember, useRead } from '@/components/data/member'
import { read } from '@/components/data/read'
import { useTotals } from '@/components/data/use-totals'
import { ExportMenu } from '@/components/exports/export-buttons'
import { amountFilter } from '@/components/list/amount-filter'
import { dateFilter } from '@/components/list/date-filter'
import {
  type ChoicesProps,
  choiceFilter,
  type FilterContext,
  type FilterEntry,
} from '@/components/list/filters'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { SearchInput } from '@/components/list/search-box'
import { Amount } from '@/components/money/amount'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount, useGo } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PanelFoot } from '@/components/ui/panel-foot'
import { useActiveOption } from '@/components/ui/use-active-option'
import { paymentStatuses } from '@/lib/contract/states'
import type { PaymentFilter } from '@/lib/dashboard/payments/payment-filter'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { brandLabel, type CardBrand, cardChoiceText, readCardChoice } from '@/lib/domain/card'
import type { Translate } from '@/lib/messages/translator'
import { cardText, DISPUTES_PATH, paymentColumns, paymentRow } from './face'

/** Renders the payments list. Totals include approved payments only. */
export function PaymentsScreen({ filter }: { filter: PaymentFilter }) {
  const { currency } = useMember().account
  const mayExport = useCan('payments.export')
  const mayCreate = useCan('links.create')
  const t = useTexts()
  const times = useTimes()
  const messages = useListMessages('payments')
  const query = useRead('payments/list', filter)
  const totals = useTotals(query.data, 'payments/totals', filter)
  const { data: mirror } = useRead('mirror/health', {})
  const { link = '' } = filter
  const { data: linkTitle = null } = useRead('links/title', { id: link }, { enabled: link !== '' })
  const isLate = mirror?.state === 'no_webhook'
  const { cursor: _, ...input } = filter
  const hasSettlements = query.data?.data.some(({ settlement }) => settlement) ?? false
  const mayCollect = filter.status === undefined || filter.status === 'APPROVED'
  return (
    <ListScreen
      path="/payments"
      views="payments"
      filter={filter}
      query={query}
      totals={totals}
      statuses={paymentStatuses}
      tabTitle={(status) => t.first(`payment-rows.meaning.${status}`)}
      columns={paymentColumns(t, hasSettlements ? { settlementsOf: times } : {})}
      rowProps={paymentRow}
      filters={paymentFilters(currency, linkTitle, t)}
      messages={{
        ...messages,
        status: (status) => t.first(`payment-rows.status.${status}`) ?? status,
        ...(isLate ? { emptyHint: <LateHint /> } : {}),
      }}
      sumLabel={mayCollect ? t('payments.collected') : null}
      exportPath={mayExport ? '/exports/payments/export' : null}
      exportAs={
        mayExport
          ? ({ href, label = t('payments.exportAll'), ...offer }) => (
              <ExportMenu {...offer} label={label} csvHref={href} request={{ kind: 'payments', input }} />
            )
          : undefined
      }
      emptyAction={
        mayCreate ? (
          <ButtonLink variant="primary" href="/links/new">
            {t('payments.createLink')}
          </ButtonLink>
        ) : undefined
      }
    />
  )
}

/** Renders the link to the disputes with the number of those that need a response; nothing before the first one. */
export function DisputesLink() {
  const t = useTexts()
  const open = useRead('payments/list/open-disputes', {}).data
  if (!open?.isKnown) return null
  return (
    <ButtonLink Icon={TriangleAlert} href={DISPUTES_PATH}>
      {open.count > 0 ? t('payments.openDisputes', { count: open.count }) : t('payments.disputes')}
    </ButtonLink>
  )
}

function LateHint() {
  const t = useTexts()
  const maySetUp = useCan('developers.read')
  return (
    <>
      {t('payments.emptyLate')}{' '}
      {maySetUp ? <InlineLink href="/settings/webhook">{t('payments.connectWebhook')}</InlineLink> : null}
    </>
  )
}

/** Returns the filter table of payments; `linkTitle` is that of the link in the address. */
export function paymentFilters(
  currency: string,
  linkTitle: string | null,
  t: Translate,
): readonly FilterEntry<PaymentFilter>[] {
  return [
    dateFilter(t),
    amountFilter(currency, t),
    cardFilter(t),
    linkFilter(linkTitle, t),
    onlyFilter('unpaid', t('payments.unpaidFilter')),
    relatedFilter(
      'customer',
      t('payments.customerFilter'),
      (rows) => rows.find(({ payer }) => payer.name !== '')?.payer.name,
    ),
    relatedFilter('settlement', t('payments.settlementFilter'), ([row], { times }) =>
      row?.settlement ? times.coveredDays(row.settlement) : undefined,
    ),
    onlyFilter('unsettled', t('payments.unsettledFilter')),
    choiceFilter<'refunded', '1'>('refunded', t('payments.refundedFilter'), {
      1: t('payments.refundedChoices.1'),
    }),
  ]
}

/** Returns a filter that an address sets and a user can only remove. */
function onlyFilter(key: 'unpaid' | 'unsettled', title: string): FilterEntry<PaymentFilter> {
  return { keys: [key], name: title, label: (filter) => (filter[key] ? title : null) }
}

/** Returns a filter by one object, whose name is taken from the payments shown. */
function relatedFilter(
  key: 'customer' | 'settlement',
  title: string,
  nameOn: (rows: readonly ShownPayment[], context: FilterContext) => string | undefined,
): FilterEntry<PaymentFilter> {
  return {
    keys: [key],
    name: title,
    label: (filter, context) => {
      const id = filter[key]
      if (!id) return null
      // The cast is safe, because the rows of this page are payments.
      const rows = (context.page?.data ?? []) as readonly ShownPayment[]
      return `${title}: ${nameOn(rows, context) ?? id}`
    },
  }
}

/** The most common brands. Any other brand is offered only while it is the current filter. */
const brands = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb'] as const satisfies CardBrand[]

const ANY = ''

function cardFilter(t: Translate): FilterEntry<PaymentFilter> {
  return {
    keys: ['card'],
    name: t('payments.cardFilter'),
    label: ({ card }) => (card === undefined ? null : cardText(readCardChoice(card))),
    pill: { width: 'form', choices: (props) => <CardForm {...props} /> },
  }
}

function CardForm({ filter, hrefOf, onChosen }: ChoicesProps<PaymentFilter>) {
  const t = useTexts()
  const go = useGo()
  const now = readCardChoice(filter.card ?? '')
  const [brand, setBrand] = useState(now.brand ?? ANY)
  const [problem, setProblem] = useState<string>()
  const offered = [...new Set([...brands, ...(now.brand ? [now.brand] : [])])]

  function show(card: string | undefined) {
    if (go(hrefOf({ card }), { scroll: false })) onChosen()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('last4')).trim()
    const last4 = text.replace(/\D/g, '')
    if (text !== '' && last4.length !== 4) return setProblem(t('payments.cardLast4Wrong'))
    if (text === '' && brand === ANY && !filter.card) return setProblem(t('payments.cardNone'))
    show(brand || last4 ? cardChoiceText({ brand: brand || null, last4: last4 || null }) : undefined)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1.5">
      <Field label={t('payments.cardLast4')} error={problem} room={1}>
        <Input
          name="last4"
          defaultValue={now.last4 ?? ''}
          onChange={() => setProblem(undefined)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          className="tnum"
        />
      </Field>
      <ChoiceGroup
        legend={t('payments.cardBrand')}
        name="brand"
        value={brand}
        options={[
          { value: ANY, label: t('payments.cardAny') },
          ...offered.map((key) => ({ value: key, label: brandLabel(key) })),
        ]}
        onChange={(chosen) => {
          setBrand(chosen)
          setProblem(undefined)
        }}
        className="mb-2.5"
      />
      <PanelFoot clear={t('filters.listFilters.clearFilters')} onClear={() => show(undefined)} />
    </form>
  )
}

/** Number of links offered at once. Typing finds the others. */
const CHOICES_MAX = 7

function linkFilter(title: string | null, t: Translate): FilterEntry<PaymentFilter> {
  return {
    keys: ['link'],
    name: t('payments.linkFilter'),
    label: ({ link }) => (link ? (title ?? link) : null),
    standing: (label) => `“${label}”`,
    pill: { width: 'titles', choices: (props) => <LinkFilterChoices {...props} /> },
  }
}

/** Renders a text field that controls the list below it, as the palette's does. */
function LinkFilterChoices({ filter, hrefOf, onChosen }: ChoicesProps<PaymentFilter>) {
  const t = useTexts()
  const account = useAccount()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const list = useQuery({
    ...read(account, 'links/list', q ? { q } : {}),
    placeholderData: (before) => before,
  })
  const found = list.data?.data.slice(0, CHOICES_MAX) ?? []
  const settled = q === typed.trim() && !list.isPending && !list.isPlaceholderData
  const options = useActiveOption({ keys: found.map(({ id }) => id), settled })
  function type(text: string) {
    options.typed()
    setTyped(text)
  }
  return (
    <div className="flex flex-col gap-1">
      <div className="sm:[@media(height>=34rem)]:p-1">
        <SearchInput
          {...options.field}
          aria-label={t('payments.linkSearch')}
          placeholder={t('payments.linkSearch')}
          maxLength={120}
          value={typed}
          filled={typed !== ''}
          onClear={() => type('')}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <div className="flex min-h-64 flex-col">
        <div id={options.listId} role="listbox" aria-label={t('payments.linkFilter')}>
          {found.map(({ id, title, amount, currency }) => (
            <PageLink
              key={id}
              id={options.idOf(id)}
              role="option"
              tabIndex={-1}
              aria-selected={id === options.active}
              aria-current={filter.link === id ? 'true' : undefined}
              href={hrefOf({ link: id })}
              scroll={false}
              onPointerMove={() => options.mark(id)}
              onClick={onChosen}
              className="hit flex items-center justify-between gap-3 rounded-md px-2.5 aria-[current]:font-medium aria-[current]:text-accent-text aria-selected:bg-accent-soft pointer-coarse:aria-selected:bg-transparent"
            >
              <span dir="auto" title={title} className="min-w-0 truncate">
                {title}
              </span>
              <span className="tnum shrink-0 text-muted text-xs">
                <Amount amount={amount} currency={currency} />
              </span>
            </PageLink>
          ))}
        </div>
        {(list.data?.data.length ?? 0) > CHOICES_MAX ? (
          <p className="mt-auto px-2.5 pt-2 pb-1 text-muted text-xs">{t('payments.linkMore')}</p>
        ) : null}
        {found.length === 0 ? (
          <p role="status" className="px-2.5 py-2 text-muted text-sm">
            {t(list.isPending ? 'common.loading' : 'payments.linkNone')}
          </p>
        ) : null}
      </div>
    </div>
  )
}
