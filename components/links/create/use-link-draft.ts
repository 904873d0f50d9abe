import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { numberFormat } from '@/lib/domain/formatters'
import { emptyDraft, expiryChoices, type LinkDraft, usesChoices } from './link-form'
import { type MetadataRow, metadataRows } from './metadata-draft'

/** Returns the key in the session storage. Each owner has one, so accounts do not overwrite each other's drafts. */
const keyOf = (owner: string) => `new-link-draft:${owner}`

type Options = { begin: () => LinkDraft; onRestored: (draft: LinkDraft) => void }

/**
 * Returns the draft of the form. With an `owner` it is saved in the tab; null saves nothing, for a form that begins as a
 * copy. `restored` is true after a saved draft was found, which `onRestored` receives.
 */
export function useLinkDraft(owner: string | null, { begin, onRestored }: Options) {
  const [draft, setDraft] = useState<LinkDraft>(begin)
  const [restored, setRestored] = useState(false)
  const touched = useRef(false)
  const reportRestored = useEffectEvent(onRestored)

  // The server cannot read the session storage, so the draft is restored before the first paint.
  useLayoutEffect(() => {
    const saved = owner === null ? null : readSavedDraft(stored(owner), owner)
    if (!saved) return
    setDraft(saved)
    setRestored(true)
    reportRestored(saved)
  }, [owner])

  useEffect(() => {
    if (owner === null || !touched.current) return
    store(owner, isBegun(draft) ? draftText(owner, draft) : null)
  }, [owner, draft])

  return {
    draft,
    restored,
    change(part: Partial<LinkDraft>) {
      touched.current = true
      setDraft((before) => ({ ...before, ...part }))
    },
    /** Deletes the saved draft of a link that was created. */
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

/** Returns the saved text. A browser may refuse its storage; then nothing is saved. */
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
    // A browser may refuse its storage.
  }
}

/** Returns whether a draft differs from an empty form. */
export function isBegun(draft: LinkDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft)
}

/** Returns a draft as text for the session storage. `owner` is a member at a connection. */
export function draftText(owner: string, draft: LinkDraft): string {
  return JSON.stringify({ owner, draft })
}

/** Returns the draft of a text by `draftText`; null for another owner, another version, or no text. */
export function readSavedDraft(text: string | null, owner: string): LinkDraft | null {
  if (text === null) return null
  let saved: unknown
  try {
    saved = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(saved) || saved.owner !== owner || !isRecord(saved.draft)) return null
  const { title, amount, description, usesCount, expiryAt, metadata } = saved.draft
  const { uses: usesText, expiry: expiryText } = saved.draft
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
