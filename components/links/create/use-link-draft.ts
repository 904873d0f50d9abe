import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { decimalsOf, isCurrency } from '@/lib/contract/currencies'
import { numberFormat } from '@/lib/contract/formatters'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { emptyDraft, expiryChoices, type LinkDraft, usesChoices } from './link-form'
import { type MetadataRow, metadataRows } from './metadata-draft'

/** Key of the tab's storage, one for each owner: a form of another account must not replace this one's. */
const keyOf = (owner: string) => `new-link-draft:${owner}`

type Options = { begin: () => LinkDraft; onRestored: (draft: LinkDraft) => void }

/**
 * The form's draft. With an `owner` it outlives leaving the page within its tab; null keeps nothing, for a form that
 * begins as a copy. `restored` tells that it was found again, and `onRestored` is told what.
 */
export function useLinkDraft(owner: string | null, { begin, onRestored }: Options) {
  const [draft, setDraft] = useState<LinkDraft>(begin)
  const [restored, setRestored] = useState(false)
  const touched = useRef(false)
  const tell = useEffectEvent(onRestored)

  // Before the first paint of a visit; the server's page knows nothing of the tab's storage.
  useLayoutEffect(() => {
    const kept = owner === null ? null : readKept(stored(owner), owner)
    if (!kept) return
    setDraft(kept)
    setRestored(true)
    tell(kept)
  }, [owner])

  useEffect(() => {
    if (owner === null || !touched.current) return
    store(owner, isBegun(draft) ? keptText(owner, draft) : null)
  }, [owner, draft])

  return {
    draft,
    restored,
    change(part: Partial<LinkDraft>) {
      touched.current = true
      setDraft((before) => ({ ...before, ...part }))
    },
    /** The link was made: nothing of it comes back. */
    forget() {
      touched.current = false
      if (owner !== null) store(owner, null)
    },
    startOver() {
      touched.current = false
      if (owner !== null) store(owner, null)
      setDraft(emptyDraft)
      setRestored(false)
    },
  }
}

/** A browser may refuse its storage; then nothing is kept, and nothing else is wrong. */
function stored(owner: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(owner))
  } catch {
    return null
  }
}

function store(owner: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(owner))
    else sessionStorage.setItem(keyOf(owner), text)
  } catch {
    // As above.
  }
}

/** A form that nobody has touched is nothing to keep. */
export function isBegun(draft: LinkDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft)
}

/** A half-typed form as text for the tab's storage. `owner` is whose it is: a member at a connection. */
export function keptText(owner: string, draft: LinkDraft): string {
  return JSON.stringify({ owner, draft })
}

/** What `keptText` wrote, or null where it is somebody else's, of another version, or nothing. */
export function readKept(text: string | null, owner: string): LinkDraft | null {
  if (text === null) return null
  let kept: unknown
  try {
    kept = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(kept) || kept.owner !== owner || !isRecord(kept.draft)) return null
  const { title, amount, description, usesCount, expiryAt, metadata } = kept.draft
  const { uses: usesText, expiry: expiryText } = kept.draft
  const uses = usesChoices.find((choice) => choice === usesText)
  const expiry = expiryChoices.find((choice) => choice === expiryText)
  if (!isText(title) || !isText(amount) || !isText(description) || !isText(usesCount) || !isText(expiryAt))
    return null
  if (!uses || !expiry || !Array.isArray(metadata)) return null
  const rows = metadata.filter(isRow).map(({ key, name, value }) => ({ key, name, value }))
  if (rows.length !== metadata.length) return null
  const draft = { title, amount, description, uses, usesCount, expiry, expiryAt, metadata: rows }
  return isBegun(draft) ? draft : null
}

function isRow(row: unknown): row is MetadataRow {
  return isRecord(row) && typeof row.key === 'number' && isText(row.name) && isText(row.value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const DAY_MS = 86_400_000

/**
 * The form filled with a link's data. Its end cannot be copied, being a moment: the new link gets the preset nearest
 * to the old one's life, none where it had none.
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
