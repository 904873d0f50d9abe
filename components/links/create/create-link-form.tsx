'use client'

import { useEffect } from 'react'
import { FailureBanner } from '@/components/data/failure'
import { useSavedDraft } from '@/components/data/saved-draft'
import { useActionForm } from '@/components/data/use-action-form'
import { useFormToken } from '@/components/data/use-form-token'
import { DraftRestored } from '@/components/links/draft-restored'
import { shareHref } from '@/components/links/share-address'
import { useLocale } from '@/components/locale/locale-provider'
import { isOnline } from '@/components/navigation/network'
import { PageLink } from '@/components/navigation/page-link'
import { useGo } from '@/components/navigation/use-go'
import type { PayMerchant } from '@/components/pay/page/pay-layout'
import { deadline } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Field, type Problems } from '@/components/ui/field'
import { FormFoot } from '@/components/ui/form-foot'
import { Input, Textarea } from '@/components/ui/input'
import { LINK_DESCRIPTION_MAX, LINK_TITLE_MAX } from '@/lib/contract/limits'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { normalizeText } from '@/lib/domain/text'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { AmountField } from './amount-field'
import { draftOfLink, draftOfPrefill, type LinkPrefill } from './draft-of-link'
import {
  emptyDraft,
  expiryOf,
  fieldNames,
  type LinkDraft,
  type LinkFormField,
  type LinkInput,
  problemsOfRestored,
  readDraft,
} from './link-form'
import { LinkPreview } from './link-preview'
import { readMetadata } from './metadata-draft'
import { MetadataFields } from './metadata-fields'
import { ExpiryFields, UsesFields } from './terms-fields'

const copy = links.form
const TOKEN_KEY = 'new-link-token'

type Props = {
  currency: string
  /** The merchant on the preview of the payment page. */
  merchant: PayMerchant
  testMode: boolean
  /** Target of Cancel. */
  backHref: string
  /** Owner of the saved draft: a member at a connection. */
  owner: string
  /** The link of which the new one is a copy. */
  source?: ShownLink
  prefill?: LinkPrefill
  create: (input: LinkInput & { form_token: string }) => Promise<ActionResult<{ id: string }>>
}

/** Renders the form of a new link beside a preview of its payment page. One form never creates two links. */
export function CreateLinkForm(props: Props) {
  const { currency, merchant, testMode, backHref } = props
  const { locale, timeZone, now } = useLocale()
  const { draft, isRestored, form, change, leave, clear } = useLinkForm(props)
  const { problems, failure } = form
  const metadata = readMetadata(draft.metadata)
  const amount = parseAmount(draft.amount, currency, locale)
  const expiresAt = expiryOf(draft, { timeZone, now })
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-8 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <form {...form.props} className="flex min-w-0 flex-col rounded-xl bg-surface shadow-card">
        <div className={section}>
          <TextFields draft={draft} currency={currency} problems={problems} change={change} leave={leave} />
        </div>
        <div className={section}>
          <UsesFields
            draft={draft}
            error={problems.max_uses}
            onChange={(part) => change(part, 'max_uses')}
            onLeave={() => leave('max_uses', draft.usesCount)}
          />
          <ExpiryFields
            draft={draft}
            error={problems.expires_at}
            onChange={(part) => change(part, 'expires_at')}
          />
        </div>
        <div className={section}>
          <MetadataFields
            rows={draft.metadata}
            problem={problems.metadata && !metadata.ok ? metadata : null}
            onChange={(rows) => change({ metadata: rows }, 'metadata')}
          />
        </div>
        <FormFoot>
          {failure ? (
            <FailureBanner
              title={failure.title ?? copy.failed}
              failure={failure}
              className="mb-1 basis-full"
            />
          ) : null}
          <Button
            type="submit"
            variant="primary"
            busy={form.busy}
            busyLabel={copy.busy}
            className="max-sm:grow"
          >
            {copy.submit}
          </Button>
          <Button asChild variant="quiet">
            <PageLink href={backHref}>{common.cancel}</PageLink>
          </Button>
          {isRestored ? (
            <DraftRestored
              onStartOver={clear}
              className="max-sm:order-first max-sm:-my-2 max-sm:basis-full sm:ml-auto"
            />
          ) : null}
        </FormFoot>
      </form>
      <LinkPreview
        title={normalizeText(draft.title) || copy.previewTitle}
        description={normalizeText(draft.description) || null}
        amount={formatMajor(amount.ok ? amount.major : 0, currency, locale)}
        currency={currency}
        closes={expiresAt ? deadline(expiresAt, timeZone) : null}
        merchant={merchant}
        testMode={testMode}
      />
    </div>
  )
}

/** Returns the draft of a new link and the state of its form. */
function useLinkForm({ currency, owner, source, prefill, create }: Props) {
  const go = useGo()
  const { locale, timeZone } = useLocale()
  const begin = source
    ? draftOfLink(source, locale)
    : prefill
      ? draftOfPrefill(prefill, currency, locale)
      : emptyDraft
  const context = () => ({ currency, locale, timeZone, now: Date.now() })
  // A copy is not saved. A restored draft shows its problems again.
  const key = source || prefill ? null : `new-link-draft:${owner}`
  const saved = useSavedDraft(key, begin, (found) => form.mark(problemsOfRestored(found, context())))
  const { draft, isRestored } = saved
  const read = () => readDraft(draft, context())
  const token = useFormToken(`${TOKEN_KEY}:${owner}:${source?.id ?? ''}`)
  const form = useActionForm({
    fields: fieldNames,
    check: () => {
      const input = read()
      return input.ok ? {} : input.problems
    },
    maySend: isOnline,
    act: async () => {
      const found = read()
      return found.ok ? create({ ...found.input, form_token: token.current() }) : null
    },
    onDone: ({ id }) => {
      token.spend()
      saved.forget()
      // Back must not lead to a form that was submitted.
      go(shareHref(id, { made: true }), { replace: true, whenBack: true })
    },
    noAnswer: { title: copy.unknownTitle, message: copy.unknown },
  })
  const { ref } = form.props
  useEffect(() => beginAt(ref.current, 'title'), [ref])

  function change(part: Partial<LinkDraft>, field: LinkFormField) {
    saved.change(part)
    form.forget(field)
  }

  /** Validates a field on blur. Its error replaces its hint, which keeps the layout stable. */
  function leave(field: LinkFormField, text: string) {
    const found = text.trim() === '' ? null : read()
    const problem = found?.ok === false ? found.problems[field] : undefined
    if (problem) form.mark({ [field]: problem })
  }

  /** Empties the form for another link, which gets a token of its own. */
  function clear() {
    saved.startOver()
    token.spend()
    form.clear()
    ref.current?.querySelector<HTMLElement>('[name="title"]')?.focus()
  }

  return { draft, isRestored, form, change, leave, clear }
}

type TextFieldsProps = Pick<ReturnType<typeof useLinkForm>, 'draft' | 'change' | 'leave'> & {
  currency: string
  problems: Problems<LinkFormField>
}

/** Renders the title, the amount and the description. */
function TextFields({ draft, currency, problems, change, leave }: TextFieldsProps) {
  return (
    <>
      <Field
        label={copy.name}
        hint={roomLeft(draft.title, LINK_TITLE_MAX) ?? copy.nameHint}
        error={problems.title}
        required
      >
        <Input
          name="title"
          autoComplete="off"
          dir="auto"
          maxLength={240}
          value={draft.title}
          onChange={(event) => change({ title: event.target.value }, 'title')}
          onBlur={() => leave('title', draft.title)}
        />
      </Field>
      <AmountField
        value={draft.amount}
        currency={currency}
        error={problems.amount}
        onChange={(text) => change({ amount: text }, 'amount')}
        onLeave={() => leave('amount', draft.amount)}
      />
      <Field
        label={copy.description}
        note={common.optional}
        hint={roomLeft(draft.description, LINK_DESCRIPTION_MAX) ?? copy.descriptionHint}
        error={problems.description}
      >
        <Textarea
          name="description"
          dir="auto"
          rows={2}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value }, 'description')}
          onBlur={() => leave('description', draft.description)}
          className="field-sizing-content max-h-52 min-h-16"
        />
      </Field>
    </>
  )
}

/** A section of the form, with a line above it. */
const section = 'flex flex-col gap-5 border-t px-4 py-5 first:border-t-0 sm:px-6 sm:py-6'

/** Puts the caret at the end of a field. Touch devices are excluded: their keyboard would cover the page. */
function beginAt(form: HTMLFormElement | null, name: string): void {
  if (!matchMedia('(pointer: fine)').matches || document.activeElement !== document.body) return
  const field = form?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** The share of the maximum length from which the remaining characters are shown. */
const NEARLY_FULL = 0.75

/** Returns a message about the remaining or excess characters of a text that is nearly full; otherwise null. */
function roomLeft(text: string, most: number): string | null {
  const length = [...normalizeText(text)].length
  if (length > most) return links.form.charactersOver(length - most)
  return length > most * NEARLY_FULL ? links.form.charactersLeft(most - length) : null
}
