import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cn } from '@/lib/ui/cn'

export type Problems<Name extends string> = { [N in Name]?: string | undefined }

/** Name and error of a Field, as its form gives them. Editing the field removes the error. */
export type BoundField = { name: string; error: string | undefined; onEdit: () => void }

type FieldProps = {
  id: string
  name: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
  onInput: (() => void) | undefined
}

const FieldContext = createContext<Partial<FieldProps>>({})

/** Returns the attributes that connect a control to the form, the label, the hint and the error of its Field. */
export function useFieldProps() {
  return useContext(FieldContext)
}

type Props = {
  /** Name of the control in its form. */
  name?: string
  label: ReactNode
  /** Muted text after the label: "optional". */
  note?: string
  hint?: ReactNode
  error?: ReactNode
  /** Runs when the control's value is edited. */
  onEdit?: () => void
  required?: boolean
  className?: string
  id?: string
  /** Number of lines reserved for the error, which keeps the layout stable. */
  room?: 1 | 2
  children: ReactNode
}

/** Renders a control with its label. The error replaces the hint; its region is always present, so screen readers announce it. */
export function Field({
  name,
  label,
  note,
  hint,
  error,
  onEdit,
  required,
  className,
  id,
  room,
  children,
}: Props) {
  const generated = useId()
  const fieldId = id ?? generated
  const hintId = `${fieldId}-hint`
  const errorId = `${fieldId}-error`
  const control = {
    id: fieldId,
    name,
    'aria-describedby': error ? errorId : hint ? hintId : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
    onInput: onEdit,
  }
  return (
    <FieldContext value={control}>
      <div className={cn('flex flex-col gap-1.5', className)}>
        {/* The note wraps before the label does. */}
        <label
          htmlFor={fieldId}
          className="flex flex-wrap items-baseline justify-between gap-x-2 font-medium text-sm"
        >
          <span>{label}</span>
          {note ? <span className="font-normal text-muted text-xs">{note}</span> : null}
        </label>
        {children}
        <div className={room ? cn('text-xs', rooms[room]) : 'contents'}>
          {hint && !error ? (
            <div id={hintId} className="text-muted text-xs">
              {hint}
            </div>
          ) : null}
          <FieldError id={errorId} message={error} />
        </div>
      </div>
    </FieldContext>
  )
}

const rooms = { 1: 'sm:min-h-[1lh]', 2: 'sm:min-h-[2lh]' } as const

/** Renders the error region of a field; without an error it has no height, unless it has `room`. */
export function FieldError({ id, message, room }: { id: string; message: ReactNode; room?: 1 | 2 }) {
  return (
    <div id={id} aria-live="polite" className={room ? cn('text-xs', rooms[room]) : 'empty:hidden'}>
      {message ? (
        <span className="flex items-start gap-1.5 font-medium text-danger text-xs">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {message}
        </span>
      ) : null}
    </div>
  )
}
