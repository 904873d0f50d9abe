import { useId, useRef } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { ChoiceGroup } from '@/components/ui/choice'
import { FieldError } from '@/components/ui/field'
import { eventMeanings } from '@/lib/contract/event-samples'
import { eventKinds } from '@/lib/contract/events'
import { webhooks } from '@/lib/messages/developer-webhooks'

const copy = webhooks.form

type Props = {
  /** Subscribed kinds; null for every kind. */
  kinds: readonly string[] | null
  error: string | undefined
  onChange: (kinds: readonly string[] | null) => void
}

/** Renders the choice of events that an endpoint receives: all of them, or some of the seven kinds. */
export function KindsField({ kinds, error, onChange }: Props) {
  const id = useId()
  /** Kinds chosen before `All events`, to be restored. */
  const chosen = useRef<readonly string[]>([])
  const toggle = (kind: string, isChosen: boolean) =>
    onChange(eventKinds.filter((known) => (known === kind ? isChosen : kinds?.includes(known))))
  return (
    <div className="flex flex-col gap-2">
      <ChoiceGroup
        legend={copy.which}
        name="which"
        value={kinds ? 'some' : 'all'}
        options={[
          { value: 'all', label: copy.all },
          { value: 'some', label: copy.some },
        ]}
        onChange={(value) => {
          if (value !== 'all') return onChange(chosen.current)
          chosen.current = kinds ?? []
          onChange(null)
        }}
        fills
      />
      <FieldError id={`${id}-error`} message={error} />
      {kinds ? (
        <fieldset aria-describedby={`${id}-error`} className="flex flex-col">
          <legend className="sr-only">{copy.which}</legend>
          {eventKinds.map((kind) => (
            <div key={kind} className="hit flex items-start gap-2.5 py-1.5">
              <Checkbox
                id={`${id}-${kind}`}
                name="kinds"
                value={kind}
                checked={kinds.includes(kind)}
                aria-invalid={error ? true : undefined}
                aria-describedby={`${id}-${kind}-meaning`}
                onChange={({ target }) => toggle(kind, target.checked)}
              />
              <div className="min-w-0">
                <label htmlFor={`${id}-${kind}`} className="font-mono text-sm">
                  {kind}
                </label>
                <p id={`${id}-${kind}-meaning`} className="text-muted text-xs">
                  {eventMeanings[kind]}
                </p>
              </div>
            </div>
          ))}
        </fieldset>
      ) : (
        <p className="text-muted text-xs">{copy.allHint}</p>
      )}
    </div>
  )
}
