import { Ban, Check, Clock, CreditCard, Hourglass, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { pay } from '@/lib/messages/pay'
import { cn } from '@/lib/ui/cn'

export type PayEndKind = 'paid' | 'closed' | 'expired' | 'waiting' | 'safe' | 'off'

const looks = {
  paid: { Icon: Check, circle: 'bg-success-soft text-success' },
  closed: { Icon: Ban, circle: 'bg-neutral-soft text-neutral' },
  expired: { Icon: Clock, circle: 'bg-warning-soft text-warning' },
  waiting: { Icon: Hourglass, circle: 'bg-warning-soft text-warning' },
  safe: { Icon: ShieldCheck, circle: 'bg-neutral-soft text-neutral' },
  off: { Icon: CreditCard, circle: 'bg-neutral-soft text-neutral' },
} as const satisfies Record<PayEndKind, unknown>

type Props = {
  kind: PayEndKind
  title: string
  children: ReactNode
  action?: ReactNode
  merchant?: { name: string; email: string }
}

/** Where a payer's way ends, said honestly, and whom to ask. */
export function PayEnd({ kind, title, children, action, merchant }: Props) {
  const { Icon, circle } = looks[kind]
  return (
    <section className="flex flex-col gap-4 rounded-xl bg-surface p-5 shadow-card sm:p-6">
      <span className={cn('flex size-11 items-center justify-center rounded-full', circle)}>
        <Icon aria-hidden className="size-5" strokeWidth={2.25} />
      </span>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl">{title}</h1>
        <div className="text-lg text-muted">{children}</div>
      </div>
      {action}
      {merchant ? (
        <p className="border-t pt-4 text-muted text-sm">
          {pay.ends.contact(merchant.name)}:{' '}
          <a
            className="wrap-anywhere text-accent-text underline underline-offset-2"
            href={`mailto:${merchant.email}`}
          >
            {merchant.email}
          </a>
        </p>
      ) : null}
    </section>
  )
}
