'use client'

import { usePlace } from '@/components/locale/locale-provider'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { links } from '@/lib/messages/links'
import { type LinkDraft, mostUses, usesChoices } from './link-form'
import { useRevealed } from './use-revealed'

const words = links.form
const choiceWords = {
  once: words.usesOnce,
  several: words.usesSeveral,
  unlimited: words.usesUnlimited,
} as const

type Props = {
  draft: LinkDraft
  error: string | undefined
  onChange: (part: Partial<LinkDraft>) => void
  onLeave: () => void
}

/** How often a link can be paid: once, without a bound, or a number of times. */
export function UsesFields({ draft, error, onChange, onLeave }: Props) {
  const { locale } = usePlace()
  const { revealed, markChosen } = useRevealed()
  return (
    <>
      <ChoiceGroup
        legend={words.uses}
        name="uses"
        value={draft.uses}
        options={usesChoices.map((value) => ({ value, label: choiceWords[value] }))}
        onChange={(value) => {
          markChosen()
          onChange({ uses: usesChoices.find((choice) => choice === value) ?? 'once' })
        }}
      />
      {draft.uses === 'several' ? (
        <div ref={revealed}>
          <Field
            label={words.usesCount}
            hint={words.usesHint(mostUses(locale))}
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
