'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { links } from '@/lib/messages/links'
import { type LinkDraft, mostUses, usesChoices } from './link-form'
import { useRevealed } from './use-revealed'

const copy = links.form
const choiceLabels = {
  once: copy.usesOnce,
  several: copy.usesSeveral,
  unlimited: copy.usesUnlimited,
} as const

type Props = {
  draft: LinkDraft
  error: string | undefined
  onChange: (part: Partial<LinkDraft>) => void
  onLeave: () => void
}

/** Renders the uses of a link: one, unlimited, or a number. */
export function UsesFields({ draft, error, onChange, onLeave }: Props) {
  const { locale } = useLocale()
  const { revealed, markChosen } = useRevealed()
  return (
    <>
      <ChoiceGroup
        legend={copy.uses}
        name="uses"
        value={draft.uses}
        options={usesChoices.map((value) => ({ value, label: choiceLabels[value] }))}
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
