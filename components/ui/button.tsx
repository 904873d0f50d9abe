import { LoaderCircle } from 'lucide-react'
import { Root as Slot, Slottable } from 'radix-ui/slot'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import { buttonLook, type buttonSizes, type buttonVariants } from './button-look'

export type ButtonVariant = keyof typeof buttonVariants

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: keyof typeof buttonSizes
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
  const classes = cn(buttonLook(variant, size), className)
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
