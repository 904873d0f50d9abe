import {
  ChevronDown,
  CircleAlert,
  CircleCheck,
  Clock,
  ExternalLink,
  Mail,
  Printer,
  ReceiptText,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { cardName } from '@/components/customers/face'
import { useCan, useMember } from '@/components/data/member'
import { menuIconClasses } from '@/components/detail/more-menu'
import { randomUuid } from '@/components/random/random-uuid'
import { useLocale, useReader, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { zonedTime } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { PaymentReceipt } from '@/lib/dashboard/payments/get-payment'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { dateLocaleOf } from '@/lib/domain/languages'
import { moneyText } from '@/lib/domain/money'

const receiptDialog = lazyModule(() => import('./receipt-dialog').then((module) => module.ReceiptDialog))

export function ReceiptMenu({ payment }: { payment: ShownPayment }) {
  const t = useTexts()
  const { hasMail } = useMember()
  const maySend = useCan('receipts.send')
  const [token, setToken] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const ReceiptDialog = useLazyModule(receiptDialog)
  async function send() {
    if (await receiptDialog.loadOrNull()) setToken(randomUuid())
  }
  return (
    <>
      <Menu
        trigger={
          <Button ref={opener} Icon={ReceiptText}>
            {t('receipts.menu')}
            <ChevronDown aria-hidden className="size-3.5 text-muted" />
          </Button>
        }
      >
        {payment.receipt_url ? (
          <MenuItem asChild>
            <a href={payment.receipt_url} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden className={menuIconClasses} />
              {t('receipts.view')}
            </a>
          </MenuItem>
        ) : null}
        <MenuItem
          Icon={Printer}
          // The closed menu is not printed.
          onSelect={() => setTimeout(() => window.print())}
        >
          {t('receipts.print')}
        </MenuItem>
        {maySend ? (
          <MenuItem Icon={Mail} disabled={!hasMail} onSelect={() => void send()}>
            {t(hasMail ? 'receipts.send' : 'receipts.off')}
          </MenuItem>
        ) : null}
      </Menu>
      {ReceiptDialog && token !== null ? (
        <ReceiptDialog opener={opener} token={token} payment={payment} onClose={() => setToken(null)} />
      ) : null}
    </>
  )
}

export function SentReceipts({ receipts }: { receipts: readonly PaymentReceipt[] }) {
  const t = useTexts()
  return (
    <ul aria-label={t('receipts.mails')} className="flex flex-col gap-3">
      {receipts.map(({ id, to, state, at }) => {
        const { tone, Icon } = looks[state]
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere min-w-0 flex-1 basis-40">{to}</span>
            <Badge tone={tone} Icon={Icon}>
              {t(`receipts.state.${state}`)}
            </Badge>
            <DateTime iso={at} className="tnum text-muted text-sm" />
            {state === 'FAILED' ? (
              <p className="basis-full text-muted text-sm">{t('receipts.failedHint')}</p>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

const looks = {
  QUEUED: { tone: 'neutral', Icon: Clock },
  SENT: { tone: 'success', Icon: CircleCheck },
  SHOWN: { tone: 'muted', Icon: CircleCheck },
  FAILED: { tone: 'danger', Icon: CircleAlert },
} as const satisfies Record<PaymentReceipt['state'], { tone: Tone; Icon: unknown }>

/** Renders the receipt of an approved payment for print only. It is all that is printed of the payment's page. */
export function ReceiptPrint({ payment, merchant }: { payment: ShownPayment; merchant: string }) {
  const t = useTexts()
  const locale = dateLocaleOf(useReader())
  const { timeZone } = useLocale()
  const { card, payment_link: link, description } = payment
  const money = (amount: number) => moneyText(amount, payment.currency, locale)
  const lines = [
    [t('receipts.printed.amount'), money(payment.amount)],
    [t('receipts.printed.refunded'), payment.refunded_amount ? money(payment.refunded_amount) : null],
    [t('receipts.printed.date'), zonedTime(payment.approved_at ?? payment.created_at, timeZone, locale)],
    [t('receipts.printed.what'), link?.title ?? description],
    [t('receipts.printed.card'), card ? cardName(card, t) : null],
    [t('receipts.printed.id'), payment.id],
  ] as const
  return (
    <section aria-hidden data-print-sheet className="hidden print:block">
      <p className="text-2xl">{t('receipts.printed.subject', { merchant })}</p>
      <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {lines.map(([name, value]) =>
          value ? (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  )
}
