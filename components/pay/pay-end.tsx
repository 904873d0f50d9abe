import { Ban, Check, Clock, CreditCard, Hourglass, Landmark, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import { MerchantContact, type PayMerchant } from './merchant-contact'

export type PayEndKind = 'paid' | 'closed' | 'expired' | 'waiting' | 'bank' | 'safe' | 'off'

const looks = {
  paid: { Icon: Check, circle: 'bg-success-soft text-success' },
  closed: { Icon: Ban, circle: 'bg-neutral-soft text-neutral' },
  expired: { Icon: Clock, circle: 'bg-warning-soft text-warning' },
  waiting: { Icon: Hourglass, circle: 'bg-warning-soft text-warning' },
  bank: { Icon: Landmark, circle: 'bg-accent-soft text-accent-text' },
  safe: { Icon: ShieldCheck, circle: 'bg-neutral-soft text-neutral' },
  off: { Icon: CreditCard, circle: 'bg-neutral-soft text-neutral' },
} as const satisfies Record<PayEndKind, unknown>

type Props = {
  kind: PayEndKind
  title: string
  children: ReactNode
  action?: ReactNode
  merchant?: PayMerchant
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
        <p className="border-t pt-4 text-muted text-sm print:hidden">
          <MerchantContact merchant={merchant} />
        </p>
      ) : null}
    </section>
  )
}
