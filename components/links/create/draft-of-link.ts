import type { ShownLink } from '@/lib/dashboard/schema/link'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { emptyDraft, type LinkDraft } from './link-form'
import { metadataRows } from './metadata-draft'

/** Amount (major units) and title of a declined payment. */
export type LinkPrefill = { amount: number | null; title: string }

/** Returns a draft with the amount and the title of a declined payment. */
export function draftOfPrefill({ amount, title }: LinkPrefill, currency: string, locale: string): LinkDraft {
  return { ...emptyDraft, title, amount: amount === null ? '' : formatMajor(amount, currency, locale) }
}

const DAY_MS = 86_400_000

/**
 * Returns a draft with a link's data. The expiry is an instant and cannot be copied: the draft has the preset nearest to
 * the link's lifetime, or none for a link without an expiry.
 */
export function draftOfLink(link: ShownLink, locale: string): LinkDraft {
  return {
    ...emptyDraft,
    title: link.title,
    amount: typedAmount(link, locale),
    description: link.description ?? '',
    ...usesOf(link.max_uses),
    expiry: link.expires_at === null ? 'never' : presetOf(link.created_at, link.expires_at),
    metadata: metadataRows(link.metadata),
  }
}

function typedAmount({ amount, currency }: ShownLink, locale: string): string {
  const places = isCurrency(currency) ? decimalsOf(currency) : 0
  return numberFormat(locale, {
    useGrouping: false,
    numberingSystem: 'latn',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : places,
    maximumFractionDigits: 4,
  }).format(amount)
}

function usesOf(maxUses: number | null): Pick<LinkDraft, 'uses' | 'usesCount'> {
  const { usesCount } = emptyDraft
  if (maxUses === null) return { uses: 'unlimited', usesCount }
  return maxUses === 1 ? { uses: 'once', usesCount } : { uses: 'several', usesCount: String(maxUses) }
}

function presetOf(created: string, expires: string): 'day' | 'week' | 'month' {
  const days = (Date.parse(expires) - Date.parse(created)) / DAY_MS
  if (days <= 3) return 'day'
  return days <= 15 ? 'week' : 'month'
}
