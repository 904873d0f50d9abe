import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { type ComponentProps, cloneElement, isValidElement, type ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import { buttonLook, type buttonSizes, type buttonVariants } from './button-look'

type ButtonVariant = keyof typeof buttonVariants

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: keyof typeof buttonSizes
  /** True while the action runs: the button stays focusable, keeps name and width, and ignores presses. */
  busy?: boolean
  /** Label while busy. The button is as wide as the longer label from the start. */
  busyLabel?: ReactNode
  Icon?: LucideIcon | undefined
  /** True to render the single child, a link, with the look of a button. */
  asChild?: boolean
}

type LinkProps = { className?: string; children?: ReactNode }

export function Button({
  variant = 'secondary',
  size = 'md',
  busy = false,
  busyLabel,
  Icon,
  asChild = false,
  className,
  children,
  onClick,
  type,
  ...rest
}: Props) {
  const classes = cn(buttonLook(variant, size), className)
  if (asChild && isValidElement<LinkProps>(children)) {
    const link = children.props
    // Radix's slot would be 1.4 kB of a payer's 30.
    return cloneElement(
      children,
      { ...rest, ...link, className: cn(classes, link.className) },
      Icon && <Icon {...iconLook} />,
      link.children,
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
      {Icon ? busy ? spinner : <Icon {...iconLook} /> : null}
      {busyLabel !== undefined ? (
        <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-center justify-items-center *:[grid-area:1/1]">
          <span className={cn('min-w-0', busy && 'invisible')}>{children}</span>
          {/* A label that is wider than a narrow phone wraps. */}
          <span
            className={cn('flex min-w-0 items-center gap-2 max-sm:whitespace-normal', !busy && 'invisible')}
          >
            {Icon ? null : spinner}
            {busyLabel}
          </span>
        </span>
      ) : busy && !Icon ? (
        <span className="grid items-center justify-items-center *:[grid-area:1/1]">
          <span className="opacity-0">{children}</span>
          {spinner}
        </span>
      ) : (
        children
      )}
    </button>
  )
}

const iconLook = { 'aria-hidden': true, className: 'size-4 shrink-0' }
const spinner = <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
