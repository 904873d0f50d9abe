import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

type Props<Value extends string> = {
  legend: string
  name: string
  value: string
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
  /** True to show the legend to screen readers only, because the label is visible beside the group. */
  isNamedBeside?: boolean
  /** True to divide the whole width equally. */
  fills?: boolean
  className?: string
}

export function ChoiceGroup<Value extends string>({
  legend,
  name,
  value,
  options,
  onChange,
  isNamedBeside = false,
  fills = false,
  className,
}: Props<Value>) {
  return (
    <fieldset className={cn('flex flex-col gap-1.5', className)}>
      <legend className={isNamedBeside ? 'sr-only' : 'mb-1.5 font-medium text-sm'}>{legend}</legend>
      <div className={fills ? 'grid auto-cols-fr grid-flow-col gap-1.5' : 'flex flex-wrap gap-1.5'}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              'hit relative inline-flex cursor-pointer items-center rounded-md border border-border bg-surface text-sm',
              fills ? 'justify-center px-1' : 'px-3',
              'hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-text',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
