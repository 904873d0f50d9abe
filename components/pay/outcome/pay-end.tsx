import { Ban, Check, Clock, CreditCard, Hourglass, Landmark, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'

const looks = {
  paid: { Icon: Check, circle: 'bg-success-soft text-success' },
  closed: { Icon: Ban, circle: 'bg-neutral-soft text-neutral' },
  expired: { Icon: Clock, circle: 'bg-warning-soft text-warning' },
  waiting: { Icon: Hourglass, circle: 'bg-warning-soft text-warning' },
  bank: { Icon: Landmark, circle: 'bg-accent-soft text-accent-text' },
  safe: { Icon: ShieldCheck, circle: 'bg-neutral-soft text-neutral' },
  off: { Icon: CreditCard, circle: 'bg-neutral-soft text-neutral' },
} as const

type Props = {
  kind: keyof typeof looks
  title: string
  t: Translate
  children: ReactNode
  action?: ReactNode
  /** Reference of the payment that the payer can give to the merchant. */
  reference?: string | null
}

export function PayEnd({ kind, title, t, children, action, reference = null }: Props) {
  const { Icon, circle } = looks[kind]
  return (
    <section className="flex flex-col gap-5">
      <span className={cn('flex size-12 items-center justify-center rounded-full', circle)}>
        <Icon aria-hidden className="size-5.5" strokeWidth={2.25} />
      </span>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl lg:text-2xl">{title}</h1>
        <div className="wrap-anywhere text-lg text-muted">{children}</div>
      </div>
      {action}
      {reference ? (
        <div className="flex flex-col gap-1 border-t pt-3">
          <p className="flex items-center justify-between text-muted text-xs">
            {t('pay.reference')}
            <CopyReference id={reference} t={t} />
          </p>
          <Reference id={reference} />
        </div>
      ) : null}
    </section>
  )
}

/** Renders an id that the payer can read out or copy. */
export function Reference({ id }: { id: string }) {
  return <code className="wrap-anywhere block min-w-0 select-all font-mono text-xs">{id}</code>
}

/** Renders the button that copies the whole id, hidden in print. Its icon is aligned with the column's edge. */
export function CopyReference({ id, t }: { id: string; t: Translate }) {
  return (
    <span className="-my-1.5 -me-2 pointer-coarse:-me-3.5 print:hidden">
      <CopyButton
        value={id}
        label={t('pay.copyReference')}
        outcomes={{ copied: t('receipt.copied'), failed: t('receipt.copyFailed') }}
        variant="quiet"
        iconOnly
      />
    </span>
  )
}
