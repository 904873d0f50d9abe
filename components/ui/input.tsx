import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import { useFieldProps } from './field'

const controlClasses = cn(
  'w-full min-w-0 rounded-md border border-border-strong bg-surface px-3 text-base text-text',
  'placeholder:text-muted transition-[border-color,box-shadow] duration-100',
  'focus-visible:outline-offset-0 focus-visible:border-accent focus-visible:rounded-md',
  // An invalid field looks invalid in focus too, since a failed submit focuses it.
  'aria-invalid:border-danger aria-invalid:focus-visible:border-danger aria-invalid:focus-visible:outline-danger',
  'disabled:opacity-60',
  'min-h-9 pointer-coarse:min-h-11 pointer-coarse:text-lg',
)

type InputProps = ComponentProps<'input'> & {
  before?: ReactNode
  after?: ReactNode
  /** Small button at the end of the frame. */
  control?: ReactNode
}

/** Renders a text input; `before` and `after` are inside its frame (a currency, a unit, an icon). */
export function Input({ before, after, control, className, ...rest }: InputProps) {
  const field = useFieldProps()
  // The frame is always rendered: an input that moves into a frame later would lose its text.
  return (
    <div className="relative flex w-full items-center">
      {before ? (
        <span className="pointer-events-none absolute left-3 flex text-muted" aria-hidden>
          {before}
        </span>
      ) : null}
      <input
        {...field}
        {...rest}
        className={cn(
          controlClasses,
          before ? 'pl-9' : '',
          after ? 'pr-14' : '',
          control ? 'pr-10 pointer-coarse:pr-12' : '',
          className,
        )}
      />
      {after ? (
        <span className="pointer-events-none absolute right-3 text-muted text-sm">{after}</span>
      ) : null}
      {control ? <span className="absolute right-0.5 flex">{control}</span> : null}
    </div>
  )
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps()
  return <textarea {...field} {...rest} className={cn(controlClasses, 'min-h-20 py-2', className)} />
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useFieldProps()
  return (
    <div className="relative flex items-center">
      <select {...field} {...rest} className={cn(controlClasses, 'appearance-none pr-9', className)}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-4 text-muted" />
    </div>
  )
}
