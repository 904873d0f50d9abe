import { amountProblem } from '@/components/money/amount-field'
import { clockTime } from '@/components/time/format-time'
import type { Problems } from '@/components/ui/field'
import {
  LINK_DESCRIPTION_MAX,
  LINK_MAX_USES_MAX,
  LINK_TITLE_MAX,
  LINK_TITLE_MIN,
  METADATA_BYTES_MAX,
  METADATA_KEY_MAX,
  METADATA_KEYS_MAX,
} from '@/lib/contract/limits'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { addDays, dayIn, instantOf } from '@/lib/domain/calendar-days'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { codePoints, isStorable, normalizeText } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'

export type LinkDraft = {
  title: string
  amount: string
  description: string
  uses: 'once' | 'several' | 'unlimited'
  usesCount: string
  expiry: 'never' | 'day' | 'week' | 'month' | 'custom'
  /** Wall-clock time of the account's zone, `2026-11-20T18:30`; empty while it is incomplete. */
  expiryAt: string
  metadata: readonly MetadataRow[]
}

export const emptyDraft: LinkDraft = {
  title: '',
  amount: '',
  description: '',
  uses: 'once',
  usesCount: '10',
  expiry: 'never',
  expiryAt: '',
  metadata: [],
}

export const fieldNames = ['title', 'amount', 'description', 'max_uses', 'expires_at', 'metadata'] as const
export type LinkFormField = (typeof fieldNames)[number]
type LinkProblems = Problems<LinkFormField>

type Context = { t: Translate; currency: string; locale: string; timeZone: string; now: number }

/**
 * Returns the input of the server action with the field names of the contract, the amount in major units, or all problems.
 * The service validates again; this saves a round trip.
 */
export function readDraft(draft: LinkDraft, context: Context) {
  const { t } = context
  const problems: LinkProblems = {}
  const title = normalizeText(draft.title)
  const length = [...title].length
  if (length === 0) problems.title = t('link-problems.titleMissing')
  else if (length < LINK_TITLE_MIN) problems.title = t('link-problems.title')
  else if (length > LINK_TITLE_MAX) problems.title = t('link-problems.titleLong', { length })
  const amount = parseAmount(draft.amount, context.currency, context.locale)
  const wrongAmount = amountProblem(amount, context.currency, context.locale, t)
  if (wrongAmount !== null) problems.amount = wrongAmount
  const description = normalizeText(draft.description)
  const described = [...description].length
  if (described > LINK_DESCRIPTION_MAX)
    problems.description = t('link-problems.descriptionLong', { length: described })
  const maxUses = usesOf(draft)
  if (maxUses === undefined) problems.max_uses = t('link-problems.uses', { most: LINK_MAX_USES_MAX })
  const expiresAt = expiryOf(draft, context)
  if (expiresAt === undefined)
    problems.expires_at = t(draft.expiryAt === '' ? 'link-problems.expiryDay' : 'link-problems.expires_at')
  const metadata = readMetadata(draft.metadata)
  if (!metadata.ok) problems.metadata = t(metadata.problem)
  const isWrong = Object.keys(problems).length > 0
  if (isWrong || !amount.ok || maxUses === undefined || expiresAt === undefined || !metadata.ok)
    return { ok: false as const, problems }
  return {
    ok: true as const,
    input: {
      title,
      amount: amount.major,
      max_uses: maxUses,
      ...(description ? { description } : {}),
      ...(expiresAt ? { expires_at: expiresAt } : {}),
      ...(Object.keys(metadata.metadata).length > 0 ? { metadata: metadata.metadata } : {}),
    },
  }
}

/** Returns `max_uses`; null = no limit, undefined = invalid. */
function usesOf(draft: LinkDraft): number | null | undefined {
  if (draft.uses === 'once') return 1
  if (draft.uses === 'unlimited') return null
  const count = /^\d{1,7}$/.test(draft.usesCount.trim()) ? Number(draft.usesCount) : Number.NaN
  return count >= 1 && count <= LINK_MAX_USES_MAX ? count : undefined
}

/** Returns the problems of a restored draft, without those of empty fields. */
export function problemsOfRestored(draft: LinkDraft, context: Context): LinkProblems {
  const read = readDraft(draft, context)
  if (read.ok) return {}
  const empty: Partial<Record<LinkFormField, boolean>> = {
    title: normalizeText(draft.title) === '',
    amount: draft.amount.trim() === '',
    max_uses: draft.usesCount.trim() === '',
    expires_at: draft.expiryAt === '',
  }
  const problems: LinkProblems = { ...read.problems }
  for (const field of fieldNames) if (empty[field]) delete problems[field]
  return problems
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const presetDays = { week: 7, month: 30 } as const

/** Returns the expiry as ISO 8601 in UTC; null = never, undefined = invalid or past. */
export function expiryOf(
  draft: LinkDraft,
  context: Pick<Context, 'timeZone' | 'now'>,
): string | null | undefined {
  if (draft.expiry === 'never') return null
  if (draft.expiry === 'day') return new Date(context.now + DAY_MS).toISOString()
  if (draft.expiry !== 'custom') return daysLater(presetDays[draft.expiry], context)
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(draft.expiryAt)
  const instant = isWhole ? instantOf(draft.expiryAt, context.timeZone) : null
  return instant && Date.parse(instant) > context.now ? instant : undefined
}

/** Returns the same time of day after `count` calendar days, also across a clock change. */
function daysLater(count: number, { timeZone, now }: Pick<Context, 'timeZone' | 'now'>): string {
  const wall = `${addDays(dayIn(now, timeZone), count)}T${clockTime(new Date(now).toISOString(), timeZone)}`
  const minute = instantOf(wall, timeZone)
  return minute === null
    ? new Date(now + count * DAY_MS).toISOString()
    : new Date(Date.parse(minute) + (now % MINUTE_MS)).toISOString()
}

/** Amount (major units) and title of a declined payment. */
export type LinkPrefill = { amount: number | null; title: string }

export function draftOfPrefill({ amount, title }: LinkPrefill, currency: string, locale: string): LinkDraft {
  return { ...emptyDraft, title, amount: amount === null ? '' : formatMajor(amount, currency, locale) }
}

/**
 * Returns a draft with a link's data. The expiry is an instant and cannot be copied: the draft has the preset nearest to
 * the link's lifetime, or none for a link without an expiry.
 */
export function draftOfLink(link: ShownLink, locale: string): LinkDraft {
  const { amount, currency, max_uses: max, created_at, expires_at } = link
  const places = isCurrency(currency) ? decimalsOf(currency) : 0
  const notation = numberFormat(locale, {
    useGrouping: false,
    numberingSystem: 'latn',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : places,
    maximumFractionDigits: 4,
  })
  const days = expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / DAY_MS
  return {
    ...emptyDraft,
    title: link.title,
    amount: notation.format(amount),
    description: link.description ?? '',
    uses: max === null ? 'unlimited' : max === 1 ? 'once' : 'several',
    usesCount: max === null || max === 1 ? emptyDraft.usesCount : String(max),
    expiry: days === null ? 'never' : days <= 3 ? 'day' : days <= 15 ? 'week' : 'month',
    metadata: metadataRows(link.metadata),
  }
}

/** One reference as typed. `original` is a value that is not a text, from a link of another system. */
export type MetadataRow = { key: number; name: string; value: string; original?: unknown }

/** The dashboard adds one key of its own, by which it finds a link after a lost response. */
export const METADATA_ROWS_MAX = METADATA_KEYS_MAX - 1
const RESERVED = 'dashboard_form'
/** Size of the dashboard's own key with its value, bytes. */
const OWN_BYTES = 64

/** Returns the metadata of the rows without the empty ones, or the problem of the first invalid row. */
export function readMetadata(rows: readonly MetadataRow[]) {
  const metadata = new Map<string, unknown>()
  for (const row of rows) {
    const name = row.name.trim()
    const value = typedValue(row)
    if (name === '' && value === '') continue
    const wrong = (problem: 'name' | 'reserved' | 'twice' | 'characters' | 'size') => ({
      ok: false as const,
      key: row.key,
      problem: `link-form.metadata.problems.${problem}` as const,
    })
    if (name === '' || codePoints(name) > METADATA_KEY_MAX) return wrong('name')
    if (name === RESERVED) return wrong('reserved')
    if (metadata.has(name)) return wrong('twice')
    if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) return wrong('characters')
    metadata.set(name, value)
    const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(metadata))).length
    if (bytes > METADATA_BYTES_MAX - OWN_BYTES) return wrong('size')
  }
  return { ok: true as const, metadata: Object.fromEntries(metadata) }
}

export function metadataRows(metadata: Readonly<Record<string, unknown>>): MetadataRow[] {
  return Object.entries(metadata)
    .slice(0, METADATA_ROWS_MAX)
    .map(([name, value], key) =>
      typeof value === 'string'
        ? { key, name, value }
        : { key, name, value: JSON.stringify(value), original: value },
    )
}

/** Returns the original value of an unchanged row, otherwise the typed text. */
function typedValue({ value, original }: MetadataRow): unknown {
  return original !== undefined && JSON.stringify(original) === value ? original : value.trim()
}
