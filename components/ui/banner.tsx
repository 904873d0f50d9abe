import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

const looks = {
  info: { box: 'bg-accent-soft text-accent-text', Icon: Info },
  success: { box: 'bg-success-soft text-success', Icon: CircleCheck },
  warning: { box: 'bg-warning-soft text-warning', Icon: TriangleAlert },
  danger: { box: 'bg-danger-soft text-danger', Icon: CircleAlert },
} as const

type Props = {
  tone: keyof typeof looks
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** True to announce the banner when it appears after an action. */
  announce?: boolean
  className?: string
}

/** Renders a message of the system about its context. Toasts report the user's own actions. */
export function Banner({ tone, title, children, action, announce = false, className }: Props) {
  const { box, Icon } = looks[tone]
  return (
    <div
      {...(announce ? { role: 'alert' } : {})}
      className={cn('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-3.5 py-3', box, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        {children ? <div className="mt-0.5 text-sm text-text">{children}</div> : null}
      </div>
      {/* The action is aligned with the text on a phone. */}
      {action ? <div className="max-sm:basis-full max-sm:pl-7">{action}</div> : null}
    </div>
  )
}
