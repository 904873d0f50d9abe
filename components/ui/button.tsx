import { LoaderCircle } from 'lucide-react'
import { Root as Slot, Slottable } from 'radix-ui/slot'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover shadow-card',
  secondary: 'bg-surface text-text border border-border hover:bg-hover hover:border-border-strong',
  quiet: 'text-muted hover:bg-hover hover:text-text',
  danger: 'bg-danger-fill text-on-danger hover:opacity-90',
}

const sizes = {
  sm: 'hit px-2.5 text-sm gap-1.5',
  md: 'min-h-9 pointer-coarse:min-h-11 px-3.5 text-base gap-2',
  lg: 'min-h-12 px-5 text-lg gap-2',
  icon: 'hit min-w-8 pointer-coarse:min-w-11 justify-center text-base',
} as const

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: keyof typeof sizes
  /** Keeps the button focusable and named while its work runs, and refuses a second press. */
  busy?: boolean
  icon?: ReactNode
  /** Renders the single child (a link) in the button's clothes. */
  asChild?: boolean
}

/** A button, or with `asChild` a link that looks like one. */
export function Button({
  variant = 'secondary',
  size = 'md',
  busy = false,
  icon,
  asChild = false,
  className,
  children,
  onClick,
  type,
  ...rest
}: Props) {
  const classes = cn(
    'inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors duration-100',
    'disabled:opacity-55 aria-disabled:opacity-70',
    variants[variant],
    sizes[size],
    className,
  )
  if (asChild) {
    return (
      <Slot className={classes} {...rest}>
        {icon}
        <Slottable>{children}</Slottable>
      </Slot>
    )
  }
  return (
    <button
      type={type ?? 'button'}
      className={classes}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : icon}
      {children}
    </button>
  )
}
