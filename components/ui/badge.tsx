import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

/** neutral: waiting; success: collected; danger: declined; warning: needs a person; muted: closed. */
export type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'muted'

const tones: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  warning: 'bg-warning-soft text-warning',
  muted: 'bg-transparent text-muted ring-1 ring-border ring-inset',
}

/** Renders a state by icon, label and color, none of which is needed alone. */
export function Badge({
  tone,
  icon,
  children,
  className,
  ...rest
}: {
  tone: Tone
  icon?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <span className={cn('badge', tones[tone], className)} {...rest}>
      {icon}
      {children}
    </span>
  )
}
