'use client'

import { useCallback, useEffect, useRef } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { deadline, weekdayName, zoneCity } from '@/components/time/format-time'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { Skeleton } from '@/components/ui/skeleton'
import { dayIn } from '@/lib/domain/calendar-days'
import { calendar } from '@/lib/messages/calendar'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'
import { expiryChoices, expiryOf, type LinkDraft, mostUses, usesChoices } from './link-form'

/** Loaded on hover or focus of the choices, since most links expire by a preset. */
const momentField = lazyModule(() =>
  import('@/components/ui/date-time-field').then((module) => module.DateTimeField),
)

const copy = links.form
const momentCopy = { ...calendar, ...calendar.moment, close: common.close }
const usesLabels = {
  once: copy.usesOnce,
  several: copy.usesSeveral,
  unlimited: copy.usesUnlimited,
} as const
const expiryLabels = {
  never: copy.expiryNever,
  day: copy.expiryDay,
  week: copy.expiryWeek,
  month: copy.expiryMonth,
  custom: copy.expiryCustom,
} as const

type Props = { draft: LinkDraft; error: string | undefined; onChange: (part: Partial<LinkDraft>) => void }

/** Renders the uses of a link: one, unlimited, or a number. */
export function UsesFields({ draft, error, onChange, onLeave }: Props & { onLeave: () => void }) {
  const { locale } = useLocale()
  const { revealed, markChosen } = useRevealed()
  return (
    <>
      <ChoiceGroup
        legend={copy.uses}
        name="uses"
        value={draft.uses}
        options={usesChoices.map((value) => ({ value, label: usesLabels[value] }))}
        onChange={(value) => {
          markChosen()
          onChange({ uses: usesChoices.find((choice) => choice === value) ?? 'once' })
        }}
      />
      {draft.uses === 'several' ? (
        <div ref={revealed}>
          <Field
            label={copy.usesCount}
            hint={copy.usesHint(mostUses(locale))}
            error={error}
            required
            className="max-w-80"
          >
            <Input
              name="max_uses"
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              value={draft.usesCount}
              onChange={(event) => onChange({ usesCount: event.target.value })}
              onBlur={onLeave}
            />
          </Field>
        </div>
      ) : null}
    </>
  )
}

/** Renders the expiry of a link: presets, or a day and time in the account's zone, with the resulting instant below. */
export function ExpiryFields({ draft, error, onChange }: Props) {
  const { locale, timeZone, now } = useLocale()
  const { revealed, markChosen } = useRevealed()
  const DateTimeField = useLazyModule(momentField)
  const isCustom = draft.expiry === 'custom'
  // A saved draft may begin with the custom choice.
  useEffect(() => {
    if (isCustom) momentField.preload()
  }, [isCustom])
  const today = dayIn(now, timeZone)
  const expiresAt = expiryOf(draft, { timeZone, now })
  const preview = expiresAt ? copy.expiryPreview(deadline(expiresAt, timeZone)) : null
  const isTimeTyped = (draft.expiryAt.split('T')[1] ?? '').trim() !== ''

  const current = useRef(draft.expiry)
  useEffect(() => {
    current.current = draft.expiry
  }, [draft.expiry])

  async function choose(value: string) {
    const before = draft.expiry
    markChosen()
    onChange({ expiry: expiryChoices.find((choice) => choice === value) ?? 'never' })
    if (value !== 'custom' || (await momentField.loadOrNull())) return
    // The choice is useless without its field.
    if (current.current === 'custom') onChange({ expiry: before })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only preload a module
    <div
      className={cn('flex flex-col', isCustom ? 'gap-5' : 'gap-2')}
      onPointerEnter={momentField.preload}
      onFocus={momentField.preload}
    >
      <ChoiceGroup
        legend={copy.expiry}
        name="expiry"
        value={draft.expiry}
        options={expiryChoices.map((value) => ({ value, label: expiryLabels[value] }))}
        onChange={choose}
      />
      {isCustom ? (
        <div ref={revealed} className="min-h-21">
          {DateTimeField ? (
            <DateTimeField
              legend={copy.expiryAt(zoneCity(timeZone))}
              name="expires_at"
              value={draft.expiryAt}
              onChange={(expiryAt) => onChange({ expiryAt })}
              copy={momentCopy}
              locale={locale}
              today={today}
              min={today}
              formatDay={weekdayName}
              hint={preview ?? (isTimeTyped ? null : calendar.moment.open)}
              error={error}
            />
          ) : (
            <Skeleton className="h-21" />
          )}
        </div>
      ) : preview ? (
        <p className="text-muted text-xs">{preview}</p>
      ) : null}
    </div>
  )
}

/** Returns a ref that scrolls a field into view after a choice has revealed it, clear of the bar at the form's foot. */
function useRevealed() {
  const chosen = useRef(false)
  const revealed = useCallback((element: HTMLElement | null) => {
    if (chosen.current) element?.scrollIntoView({ block: 'nearest' })
  }, [])
  const markChosen = () => {
    chosen.current = true
  }
  return { revealed, markChosen }
}
