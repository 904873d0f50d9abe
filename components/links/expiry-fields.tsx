'use client'

import { usePlace } from '@/components/locale/locale-provider'
import { deadline } from '@/components/time/format-time'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { links } from '@/lib/messages/links'
import { expiryChoices, expiryOf, type LinkDraft } from './link-form'

const words = links.form
const choiceWords = {
  never: words.expiryNever,
  day: words.expiryDay,
  week: words.expiryWeek,
  month: words.expiryMonth,
  custom: words.expiryCustom,
} as const

type Props = { draft: LinkDraft; error: string | undefined; onChange: (part: Partial<LinkDraft>) => void }

/** Until when a link can be paid: presets, or a moment of the account's zone. Says what it comes to. */
export function ExpiryFields({ draft, error, onChange }: Props) {
  const { timeZone, now } = usePlace()
  const expiresAt = expiryOf(draft, { timeZone, now })
  const preview = expiresAt ? words.expiryPreview(deadline(expiresAt, timeZone)) : null
  return (
    <div className="flex flex-col gap-2">
      <ChoiceGroup
        legend={words.expiry}
        name="expiry"
        value={draft.expiry}
        options={expiryChoices.map((value) => ({ value, label: choiceWords[value] }))}
        onChange={(value) =>
          onChange({ expiry: expiryChoices.find((choice) => choice === value) ?? 'never' })
        }
      />
      {draft.expiry === 'custom' ? (
        <Field label={words.expiryAt(timeZone)} error={error} hint={preview} required className="max-w-64">
          <Input
            name="expires_at"
            type="datetime-local"
            value={draft.expiryAt}
            onChange={(event) => onChange({ expiryAt: event.target.value })}
          />
        </Field>
      ) : preview ? (
        <p className="text-muted text-xs">{preview}</p>
      ) : null}
    </div>
  )
}
