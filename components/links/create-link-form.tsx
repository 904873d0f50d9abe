'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { usePlace } from '@/components/locale/locale-provider'
import { AmountInput } from '@/components/money/amount-input'
import { parseAmount } from '@/components/money/parse-amount'
import { randomUuid } from '@/components/random/random-uuid'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { LINK_DESCRIPTION_MAX } from '@/lib/contract/limits'
import { formatMajor } from '@/lib/contract/money'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { draftOfLink } from './draft-of-link'
import { ExpiryFields } from './expiry-fields'
import {
  emptyDraft,
  type LinkDraft,
  type LinkFormField,
  type LinkInput,
  type LinkProblems,
  readDraft,
  usesChoices,
} from './link-form'
import { LinkPreview } from './link-preview'
import type { ShownLink } from './link-shapes'
import { readMetadata } from './metadata-draft'
import { MetadataFields } from './metadata-fields'

const words = links.form
const usesWords = {
  once: words.usesOnce,
  several: words.usesSeveral,
  unlimited: words.usesUnlimited,
} as const
const fieldOrder: readonly LinkFormField[] = [
  'title',
  'amount',
  'description',
  'max_uses',
  'expires_at',
  'metadata',
]
const TOKEN_KEY = 'new-link-token'

type Props = {
  currency: string
  merchantName: string
  /** The link that this form begins as a copy of. */
  source?: ShownLink
  /** What it begins with otherwise: a declined payment's amount (major units) and title. */
  prefill?: { amount: number | null; title: string }
  create: (input: LinkInput & { form_token: string }) => Promise<ActionResult<{ id: string }>>
}

/** A new link beside what its payer will see. The same form never makes two links. */
export function CreateLinkForm({ currency, merchantName, source, prefill, create }: Props) {
  const router = useRouter()
  const { locale, timeZone } = usePlace()
  const [draft, setDraft] = useState<LinkDraft>(() => {
    if (source) return draftOfLink(source, locale)
    if (!prefill) return emptyDraft
    const written = prefill.amount === null ? '' : formatMajor(prefill.amount, currency, locale)
    return { ...emptyDraft, title: prefill.title, amount: written }
  })
  const [problems, setProblems] = useState<LinkProblems>({})
  const [failure, setFailure] = useState<{ message: string; requestId: string | undefined } | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const token = useFormToken(source ? `${TOKEN_KEY}:${source.id}` : TOKEN_KEY)
  const metadata = readMetadata(draft.metadata)
  const amount = parseAmount(draft.amount, currency, locale)

  function change(part: Partial<LinkDraft>, field: LinkFormField) {
    setDraft((before) => ({ ...before, ...part }))
    if (problems[field]) setProblems(({ [field]: _, ...rest }) => rest)
  }

  function show(found: LinkProblems) {
    setProblems(found)
    const first = fieldOrder.find((field) => found[field])
    if (first === 'metadata') {
      const name = metadata.ok ? undefined : `metadata-name-${metadata.key}`
      form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
    } else if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.current) return
    const read = readDraft(draft, { currency, locale, timeZone, now: Date.now() })
    if (!read.ok) return show(read.problems)
    sending.current = true
    setBusy(true)
    setFailure(null)
    setProblems({})
    const result = await create({ ...read.input, form_token: token.current() }).catch(() => null)
    if (result?.ok) {
      token.spend()
      router.push(`/links/${encodeURIComponent(result.data.id)}/share`)
      return
    }
    sending.current = false
    setBusy(false)
    const found = problemsOf(result)
    if (Object.keys(found).length > 0) return show(found)
    setFailure({
      message: result && result.error.code !== 'outcome_unknown' ? result.error.message : words.unknown,
      requestId: result?.error.requestId,
    })
  }

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <form ref={form} onSubmit={submit} noValidate method="post" className="flex max-w-xl flex-col gap-5">
        {failure ? (
          <Banner tone="danger" title={words.failed} announce>
            <p>{failure.message}</p>
            {failure.requestId ? (
              <p className="text-muted text-xs">{common.requestId(failure.requestId)}</p>
            ) : null}
          </Banner>
        ) : null}
        <Field label={words.name} hint={words.nameHint} error={problems.title} required>
          <Input
            name="title"
            autoComplete="off"
            dir="auto"
            maxLength={240}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value }, 'title')}
          />
        </Field>
        <Field
          label={words.amount}
          error={problems.amount}
          required
          hint={
            <span aria-live="polite" className={amount.ok ? 'font-medium text-success' : undefined}>
              {amount.ok
                ? words.amountParsed(formatMajor(amount.major, currency, locale), currency)
                : words.amountHint}
            </span>
          }
        >
          <AmountInput
            name="amount"
            currency={currency}
            value={draft.amount}
            onChange={(event) => change({ amount: event.target.value }, 'amount')}
          />
        </Field>
        <Field
          label={words.description}
          note={common.optional}
          hint={words.descriptionHint(LINK_DESCRIPTION_MAX - [...draft.description].length)}
          error={problems.description}
        >
          <Textarea
            name="description"
            dir="auto"
            value={draft.description}
            onChange={(event) => change({ description: event.target.value }, 'description')}
          />
        </Field>
        <ChoiceGroup
          legend={words.uses}
          name="uses"
          value={draft.uses}
          options={usesChoices.map((value) => ({ value, label: usesWords[value] }))}
          onChange={(value) =>
            change({ uses: usesChoices.find((choice) => choice === value) ?? 'once' }, 'max_uses')
          }
        />
        {draft.uses === 'several' ? (
          <Field label={words.usesCount} error={problems.max_uses} required className="max-w-44">
            <Input
              name="max_uses"
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              value={draft.usesCount}
              onChange={(event) => change({ usesCount: event.target.value }, 'max_uses')}
            />
          </Field>
        ) : null}
        <ExpiryFields
          draft={draft}
          error={problems.expires_at}
          onChange={(part) => change(part, 'expires_at')}
        />
        <MetadataFields
          rows={draft.metadata}
          problem={problems.metadata && !metadata.ok ? metadata : null}
          onChange={(rows) => change({ metadata: rows }, 'metadata')}
        />
        <div className="flex gap-2 pt-1">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? words.busy : words.submit}
          </Button>
        </div>
      </form>
      <LinkPreview
        title={draft.title.trim() || words.previewTitle}
        description={draft.description.trim() || null}
        amount={formatMajor(amount.ok ? amount.major : 0, currency, locale)}
        currency={currency}
        merchantName={merchantName}
      />
    </div>
  )
}

function problemsOf(result: ActionResult<unknown> | null): LinkProblems {
  const found: LinkProblems = {}
  for (const { field, message } of result && !result.ok ? (result.error.fields ?? []) : []) {
    const name = fieldOrder.find((known) => known === field)
    if (name && !found[name]) found[name] = message
  }
  return found
}

/** One token for the form's life, a reload included; a new one only after it has made its link. */
function useFormToken(storageKey: string) {
  const token = useRef<string | null>(null)
  const read = () => {
    token.current ??= sessionStorage.getItem(storageKey) ?? randomUuid()
    sessionStorage.setItem(storageKey, token.current)
    return token.current
  }
  // A page that comes back from the browser's memory after its link was made must not answer with that link.
  useEffect(() => {
    const renew = (event: PageTransitionEvent) => {
      if (event.persisted) token.current = null
    }
    window.addEventListener('pageshow', renew)
    return () => window.removeEventListener('pageshow', renew)
  }, [])
  return {
    current: read,
    spend: () => {
      sessionStorage.removeItem(storageKey)
      token.current = null
    },
  }
}
