import { type ComponentProps, useId } from 'react'

/** Renders a checkbox with its own look: the native one looks pressed in the dark theme. */
export function Checkbox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <span className="relative flex size-5 shrink-0">
      <input
        {...props}
        type="checkbox"
        className="peer size-5 cursor-pointer appearance-none rounded-sm border border-border-strong bg-surface transition-colors checked:border-accent checked:bg-accent aria-invalid:border-danger disabled:cursor-default disabled:opacity-55 forced-colors:appearance-auto"
      />
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="pointer-events-none invisible absolute inset-0 peer-checked:visible forced-colors:hidden"
      >
        <path
          d="M5.5 10.5l3 3 6-6.5"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  )
}

type FieldProps = ComponentProps<typeof Checkbox> & { label: string; hint: string }

export function CheckField({ label, hint, ...props }: FieldProps) {
  const id = useId()
  return (
    <div className="flex gap-3">
      <Checkbox {...props} id={id} aria-describedby={`${id}-hint`} />
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer">
          {label}
        </label>
        <p id={`${id}-hint`} className="wrap-anywhere text-muted text-sm">
          {hint}
        </p>
      </div>
    </div>
  )
}
