import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

/**
 * neutral: waiting; success: collected; danger: declined; warning: needs a person; muted: closed. Only danger and warning
 * have a color, because it marks exceptions.
 */
export type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'muted'

const tones: Record<Tone, string> = {
  neutral: 'badge-quiet',
  success: 'badge-quiet [&>svg]:text-success',
  danger: 'bg-danger-soft text-danger',
  warning: 'bg-warning-soft text-warning',
  muted: 'badge-quiet',
}

type Props = { tone: Tone; Icon?: LucideIcon; children: ReactNode; className?: string }

/** Renders a state by icon, label and color, none of which is needed alone. */
export function Badge({ tone, Icon, children, className, ...rest }: Props) {
  return (
    <span className={cn('badge', tones[tone], className)} {...rest}>
      {Icon ? <Icon aria-hidden strokeWidth={2.5} /> : null}
      {children}
    </span>
  )
}
