'use client'

import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { createLinkAction } from '@/app/(dashboard)/[account]/links/actions'
import { FailureBanner } from '@/components/data/failure'
import { useAct, useMember } from '@/components/data/member'
import { useSavedDraft } from '@/components/data/saved-draft'
import { useActionForm } from '@/components/data/use-action-form'
import { useFormToken } from '@/components/data/use-form-token'
import { AmountField } from '@/components/money/amount-field'
import { ButtonLink } from '@/components/navigation/link-looks'
import { isOnline } from '@/components/navigation/network'
import { useGo } from '@/components/navigation/use-go'
import { AcceptedBrands } from '@/components/pay/form/accepted-brands'
import { CardFields } from '@/components/pay/form/card-fields'
import { PayInput } from '@/components/pay/form/payer-form'
import { MerchantHead, PaySummary, PayTestBand } from '@/components/pay/page/pay-layout'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { zoneCity } from '@/components/time/format-time'
import { useTimes } from '@/components/time/times'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field, FieldError } from '@/components/ui/field'
import { FormFoot } from '@/components/ui/form-foot'
import { Input, Textarea } from '@/components/ui/input'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import { LINK_MAX_USES_MAX } from '@/lib/contract/limits'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { addDays, dayIn } from '@/lib/domain/calendar-days'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { normalizeText } from '@/lib/domain/text'
import { cn } from '@/lib/ui/cn'
import {
  draftOfLink,
  draftOfPrefill,
  emptyDraft,
  expiryOf,
  fieldNames,
  type LinkDraft,
  type LinkFormField,
  type LinkPrefill,
  METADATA_ROWS_MAX,
  type MetadataRow,
  problemsOfRestored,
  readDraft,
  readMetadata,
} from './draft'
import { DraftRestored, shareHref } from './face'

const TOKEN_KEY = 'new-link-token'

type Props = {
  backHref: string
  source?: ShownLink
  prefill?: LinkPrefill
}

/** Renders the form of a new link beside a preview of its payment page. One form never creates two links. */
export function CreateLinkForm({ backHref, ...begin }: Props) {
  const t = useTexts()
  const link = useLinkForm(begin)
  const { form } = link
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-8 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <form {...form.props} className="flex min-w-0 flex-col rounded-xl bg-surface shadow-card">
        <div className={section}>
          <TextFields {...link} />
        </div>
        <div className={section}>
          <UsesFields {...link} />
          <ExpiryFields {...link} />
        </div>
        <div className={section}>
          <MetadataFields {...link} />
        </div>
        <FormFoot>
          <FailureBanner title={t('link-form.failed')} failure={form.failure} className="mb-1 basis-full" />
          <Button {...form.submit} busyLabel={t('link-form.busy')} className="max-sm:grow">
            {t('link-form.submit')}
          </Button>
          <ButtonLink variant="quiet" href={backHref}>
            {t('common.cancel')}
          </ButtonLink>
          {link.isRestored ? <DraftRestored onStartOver={link.clear} /> : null}
        </FormFoot>
      </form>
      <LinkPreview draft={link.draft} />
    </div>
  )
}

type LinkForm = ReturnType<typeof useLinkForm>

function useLinkForm({ source, prefill }: Omit<Props, 'backHref'>) {
  const t = useTexts()
  const create = useAct(createLinkAction)
  const go = useGo()
  const { owner, account } = useMember()
  const { currency } = account
  const { locale, timeZone } = useLocale()
  const begin = source
    ? draftOfLink(source, locale)
    : prefill
      ? draftOfPrefill(prefill, currency, locale)
      : emptyDraft
  const context = () => ({ t, currency, locale, timeZone, now: Date.now() })
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
    noAnswer: { title: t('link-form.unknownTitle'), message: t('link-form.unknown') },
  })
  const { ref } = form.props
  useFirstFocus(ref)

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

function TextFields({ draft, change, leave, form }: LinkForm) {
  const t = useTexts()
  const { currency } = useMember().account
  return (
    <>
      <Field label={t('link-form.name')} hint={t('link-form.nameHint')} {...form.field('title')} required>
        <Input
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
        {...form.field('amount')}
        onChange={(text) => change({ amount: text }, 'amount')}
        onLeave={() => leave('amount', draft.amount)}
      />
      <Field
        label={t('link-form.description')}
        note={t('common.optional')}
        hint={t('link-form.descriptionHint')}
        {...form.field('description')}
      >
        <Textarea
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

const section = 'flex flex-col gap-5 border-t px-4 py-5 first:border-t-0 sm:px-6 sm:py-6'

const usesOptions = [
  { value: 'once', label: 'link-form.usesOnce' },
  { value: 'several', label: 'link-form.usesSeveral' },
  { value: 'unlimited', label: 'link-form.usesUnlimited' },
] as const
const expiryOptions = [
  { value: 'never', label: 'link-form.expiryNever' },
  { value: 'day', label: 'link-form.expiryDay' },
  { value: 'week', label: 'link-form.expiryWeek' },
  { value: 'month', label: 'link-form.expiryMonth' },
  { value: 'custom', label: 'link-form.expiryCustom' },
] as const

function UsesFields({ draft, change, leave, form }: LinkForm) {
  const t = useTexts()
  return (
    <>
      <ChoiceGroup
        legend={t('link-form.uses')}
        name="uses"
        value={draft.uses}
        options={usesOptions.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(uses) => change({ uses }, 'max_uses')}
      />
      {draft.uses === 'several' ? (
        <Field
          label={t('link-form.usesCount')}
          hint={t('link-form.usesHint', { most: LINK_MAX_USES_MAX })}
          {...form.field('max_uses')}
          required
          className="max-w-80"
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={draft.usesCount}
            onChange={(event) => change({ usesCount: event.target.value }, 'max_uses')}
            onBlur={() => leave('max_uses', draft.usesCount)}
          />
        </Field>
      ) : null}
    </>
  )
}

function ExpiryFields({ draft, change, form }: LinkForm) {
  const t = useTexts()
  const { deadline } = useTimes()
  const { timeZone, now } = useLocale()
  const isCustom = draft.expiry === 'custom'
  const today = dayIn(now, timeZone)
  const expiresAt = expiryOf(draft, { timeZone, now })
  const preview = expiresAt ? t('link-form.expiryPreview', { moment: deadline(expiresAt) }) : null

  function choose(expiry: LinkDraft['expiry']) {
    // The field begins with the end of a day: a link whose time is not changed is valid for the whole day.
    const begun = expiry === 'custom' && draft.expiryAt === '' ? `${addDays(today, 7)}T23:59` : draft.expiryAt
    change({ expiry, expiryAt: begun }, 'expires_at')
  }

  return (
    <div className={cn('flex flex-col', isCustom ? 'gap-5' : 'gap-2')}>
      <ChoiceGroup
        legend={t('link-form.expiry')}
        name="expiry"
        value={draft.expiry}
        options={expiryOptions.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={choose}
      />
      {isCustom ? (
        <Field
          label={t('link-form.expiryAt', { zone: zoneCity(timeZone) })}
          hint={preview}
          {...form.field('expires_at')}
          room={1}
        >
          <Input
            type="datetime-local"
            value={draft.expiryAt}
            min={`${today}T00:00`}
            onChange={(event) => change({ expiryAt: event.target.value }, 'expires_at')}
            className="tnum max-w-84"
          />
        </Field>
      ) : preview ? (
        <p className="text-muted text-xs">{preview}</p>
      ) : null}
    </div>
  )
}

function MetadataFields({ draft, change: changeDraft, form: { problems } }: LinkForm) {
  const t = useTexts()
  const rows = draft.metadata
  const read = readMetadata(rows)
  const problem = problems.metadata && !read.ok ? read : null
  const onChange = (metadata: readonly MetadataRow[]) => changeDraft({ metadata }, 'metadata')
  const group = useRef<HTMLFieldSetElement>(null)
  const change = (key: number, part: Partial<MetadataRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    onChange([...rows, { key, name: '', value: '' }])
    requestAnimationFrame(() =>
      group.current?.querySelector<HTMLElement>(`[name="metadata-name-${key}"]`)?.focus(),
    )
  }
  return (
    <fieldset ref={group} className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t('link-form.metadata.legend')}</legend>
      <p className="text-muted text-xs">{t('link-form.metadata.hint')}</p>
      {rows.map((row, index) => {
        const wrong = problem?.key === row.key
        const errorId = `metadata-error-${row.key}`
        return (
          <div key={row.key} className="flex flex-col gap-1">
            <div className="flex items-center gap-2">
              <Input
                name={`metadata-name-${row.key}`}
                aria-label={t('link-form.metadata.name', { position: index + 1 })}
                aria-invalid={wrong || undefined}
                aria-describedby={wrong ? errorId : undefined}
                placeholder={t('link-form.metadata.nameHint')}
                autoComplete="off"
                value={row.name}
                onChange={(event) => change(row.key, { name: event.target.value })}
              />
              <Input
                name={`metadata-value-${row.key}`}
                aria-label={t('link-form.metadata.value', { position: index + 1 })}
                placeholder={t('link-form.metadata.valueHint')}
                autoComplete="off"
                dir="auto"
                value={row.value}
                onChange={(event) => change(row.key, { value: event.target.value })}
              />
              <Button
                size="icon"
                variant="quiet"
                aria-label={
                  row.name
                    ? t('link-form.metadata.remove', { name: row.name })
                    : t('link-form.metadata.removeUnnamed')
                }
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                Icon={X}
              />
            </div>
            <FieldError id={errorId} message={wrong ? t(problem.problem) : undefined} />
          </div>
        )
      })}
      {rows.length < METADATA_ROWS_MAX ? (
        <Button size="sm" className="mt-1 self-start" Icon={Plus} onClick={add}>
          {t('link-form.metadata.add')}
        </Button>
      ) : (
        <p className="text-muted text-xs">{t('link-form.metadata.full', { most: METADATA_ROWS_MAX })}</p>
      )}
    </fieldset>
  )
}

function LinkPreview({ draft }: { draft: LinkDraft }) {
  const t = useTexts()
  const { deadline } = useTimes()
  const { locale, timeZone, now } = useLocale()
  const expiresAt = expiryOf(draft, { timeZone, now })
  const { currency, name, testMode } = useMember().account
  const parsed = parseAmount(draft.amount, currency, locale)
  const amount = formatMajor(parsed.ok ? parsed.major : 0, currency, locale)
  return (
    <aside aria-label={t('link-form.preview')} className="hidden min-w-0 lg:sticky lg:top-8 lg:block">
      <div
        aria-hidden
        inert
        className="relative mx-auto flex w-full max-w-[25rem] select-none flex-col gap-6 overflow-hidden rounded-xl border bg-canvas px-6 pt-12 pb-7 shadow-card [zoom:0.75]"
      >
        {testMode ? <PayTestBand t={t} /> : null}
        <MerchantHead name={name} />
        <PaySummary
          title={normalizeText(draft.title) || t('link-form.previewTitle')}
          description={normalizeText(draft.description) || null}
          amount={amount}
          currency={currency}
          note={expiresAt ? `${t('pay.closes')} ${deadline(expiresAt)}` : null}
          as="p"
        />
        <div className="flex flex-col gap-4 rounded-xl bg-surface p-5 shadow-card">
          <p className="font-semibold text-lg">{t('pay-form.byCard')}</p>
          <CardFields problems={{}} forget={() => {}} brands={<AcceptedBrands t={t} />} />
          <Field label={t('pay-form.name')}>
            <PayInput readOnly />
          </Field>
          <Button variant="primary" size="lg" className="tnum wrap-anywhere w-full whitespace-normal py-2">
            {t('pay-form.submit', { amount: `${amount} ${currency}` })}
          </Button>
        </div>
      </div>
    </aside>
  )
}
