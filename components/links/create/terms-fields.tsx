'use client'

import { useCallback, useRef } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { deadline, zoneCity } from '@/components/time/format-time'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { addDays, dayIn } from '@/lib/domain/calendar-days'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'
import { expiryChoices, expiryOf, type LinkDraft, mostUses, usesChoices } from './link-form'

const copy = links.form
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
  const { timeZone, now } = useLocale()
  const { revealed, markChosen } = useRevealed()
  const isCustom = draft.expiry === 'custom'
  const today = dayIn(now, timeZone)
  const expiresAt = expiryOf(draft, { timeZone, now })
  const preview = expiresAt ? copy.expiryPreview(deadline(expiresAt, timeZone)) : null

  function choose(value: string) {
    markChosen()
    const expiry = expiryChoices.find((choice) => choice === value) ?? 'never'
    // The field begins with the end of a day: a link whose time is not changed is valid for the whole day.
    const begun = expiry === 'custom' && draft.expiryAt === '' ? `${addDays(today, 7)}T23:59` : draft.expiryAt
    onChange({ expiry, expiryAt: begun })
  }

  return (
    <div className={cn('flex flex-col', isCustom ? 'gap-5' : 'gap-2')}>
      <ChoiceGroup
        legend={copy.expiry}
        name="expiry"
        value={draft.expiry}
        options={expiryChoices.map((value) => ({ value, label: expiryLabels[value] }))}
        onChange={choose}
      />
      {isCustom ? (
        <div ref={revealed}>
          <Field label={copy.expiryAt(zoneCity(timeZone))} hint={preview} error={error} room={1}>
            <Input
              type="datetime-local"
              name="expires_at"
              value={draft.expiryAt}
              min={`${today}T00:00`}
              onChange={(event) => onChange({ expiryAt: event.target.value })}
              className="tnum max-w-84"
            />
          </Field>
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
