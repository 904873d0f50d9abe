'use client'

import { useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { FieldError } from '@/components/ui/field'

type Props = {
  name: string
  label: string
  note: string
  error?: string | undefined
  required?: boolean
  onChange?: () => void
}

/** Renders an unchecked consent with the party it is given to and its purpose. */
export function Consent({ name, label, note, error, required, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={`${id}-box`} className="flex items-start gap-2.5">
        <span className="mt-0.5 flex">
          <Checkbox
            id={`${id}-box`}
            name={name}
            value="1"
            required={required}
            aria-invalid={error ? true : undefined}
            // The note is part of the clickable label, but screen readers read it as the description.
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-note ${id}-error`}
            onChange={onChange}
          />
        </span>
        <span className="min-w-0">
          <span id={`${id}-label`} className="wrap-break-word font-medium">
            {label}
          </span>
          <span id={`${id}-note`} className="block wrap-break-word text-muted text-sm">
            {note}
          </span>
        </span>
      </label>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
