'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, Mail } from 'lucide-react'
import { type Ref, type RefObject, useId, useRef, useState } from 'react'
import { sendReceiptAction } from '@/app/(dashboard)/[account]/payments/[paymentId]/actions'
import { FailureBanner } from '@/components/data/failure'
import { read, useAct } from '@/components/data/read'
import { useActionForm } from '@/components/data/use-action-form'
import { useLocale } from '@/components/locale/locale-provider'
import { useAccount } from '@/components/navigation/use-go'
import { randomUuid } from '@/components/random/random-uuid'
import { DateTime } from '@/components/time/date-time'
import { zonedTime } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import type { PaymentReceipt, ShownPayment } from '@/lib/dashboard/schema/payment'
import { brandLabel } from '@/lib/domain/card'
import { formatMajor } from '@/lib/domain/money'
import { common } from '@/lib/messages/common'
import { mail } from '@/lib/messages/mail'

const copy = mail.receipt

/**
 * Renders the button and the dialog that send a receipt. One opening of the dialog sends one mail, however often it is
 * submitted.
 */
export function SendReceiptButton({ payment }: { payment: ShownPayment }) {
  const [token, setToken] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={opener}
        icon={<Mail aria-hidden className="size-4" />}
        onClick={() => setToken(randomUuid())}
      >
        {copy.send}
      </Button>
      {token === null ? null : (
        <ReceiptDialog opener={opener} token={token} payment={payment} onClose={() => setToken(null)} />
      )}
    </>
  )
}

type Props = {
  token: string
  payment: ShownPayment
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

function ReceiptDialog({ token, payment, opener, onClose }: Props) {
  const send = useAct(sendReceiptAction)
  const formId = useId()
  const toast = useToast()
  const client = useQueryClient()
  const account = useAccount()
  const { locale } = useLocale()
  const form = useActionForm({
    fields: ['email'],
    check: ({ email }) => (email.trim() === '' && !mayBeEmpty(payment) ? { email: copy.missing } : {}),
    act: ({ email }) => send({ form_token: token, payment_id: payment.id, email: email.trim() }),
    onDone: ({ to }) => {
      toast({ about: `receipt:${payment.id}`, message: copy.sent(to) })
      void client.invalidateQueries({
        queryKey: read(account, 'payments/detail', { id: payment.id }).queryKey,
      })
      onClose()
    },
    noAnswer: common.noAnswer,
  })
  const { problems, failure, busy } = form

  return (
    <Dialog
      open
      opener={opener}
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={copy.title}
      description={copy.lead(`${formatMajor(payment.amount, payment.currency, locale)} ${payment.currency}`)}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.sending}>
            {copy.send}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-4">
        {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
        <ReceiptEmail payment={payment} error={problems.email} />
      </form>
    </Dialog>
  )
}

type Payment = Pick<ShownPayment, 'masked'> & { payer: Pick<ShownPayment['payer'], 'email'> }
type ReceiptEmailProps = { payment: Payment; error?: string | undefined; ref?: Ref<HTMLInputElement> }

/**
 * Renders the e-mail field of a receipt, prefilled with the payer's address. A role without contacts leaves it empty for
 * the server to fill in.
 */
export function ReceiptEmail({ payment, error, ref }: ReceiptEmailProps) {
  const isOptional = mayBeEmpty(payment)
  return (
    <Field
      label={mail.receipt.email}
      hint={isOptional ? mail.receipt.emptyIsPayer : undefined}
      error={error}
      required={!isOptional}
    >
      <Input
        ref={ref}
        name="email"
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        type="email"
        autoComplete="off"
        spellCheck={false}
        defaultValue={payment.masked ? '' : payment.payer.email}
      />
    </Field>
  )
}

/** Returns whether the payer has an address that the role does not see. */
function mayBeEmpty({ masked, payer }: Payment): boolean {
  return masked && payer.email !== ''
}

const sentCopy = mail.receipts

/** Renders the latest receipts sent by mail, each with its address and state. */
export function SentReceipts({ receipts }: { receipts: readonly PaymentReceipt[] }) {
  return (
    <ul aria-label={sentCopy.title} className="flex flex-col gap-3">
      {receipts.map(({ id, to, state, at }) => {
        const { tone, Icon } = looks[state]
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere min-w-0 flex-1 basis-40">{to}</span>
            <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
              {sentCopy.state[state]}
            </Badge>
            <DateTime iso={at} className="tnum text-muted text-sm" />
            {state === 'FAILED' ? (
              <p className="basis-full text-muted text-sm">{sentCopy.failedHint}</p>
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

const letterCopy = mail.receiptLetter

/** Renders the receipt of an approved payment for print only. It is all that is printed of the payment's page. */
export function ReceiptPrint({ payment, merchant }: { payment: ShownPayment; merchant: string }) {
  const { timeZone } = useLocale()
  const { card, payment_link: link, description } = payment
  const what = link?.title ?? description
  const money = (amount: number) => `${formatMajor(amount, payment.currency)} ${payment.currency}`
  const refunded = payment.refunded_amount
  const lines: [string, string][] = [
    [letterCopy.amount, money(payment.amount)],
    ...(refunded ? [[letterCopy.refunded, money(refunded)] satisfies [string, string]] : []),
    [letterCopy.date, zonedTime(payment.approved_at ?? payment.created_at, timeZone)],
    ...(what ? [[letterCopy.what, what] satisfies [string, string]] : []),
    ...(card
      ? [
          [letterCopy.card, `${card.brand ? brandLabel(card.brand) : ''} ••${card.last4}`.trim()] satisfies [
            string,
            string,
          ],
        ]
      : []),
    [letterCopy.id, payment.id],
  ]
  return (
    <section aria-hidden data-print-sheet className="hidden print:block">
      <p className="text-2xl">{letterCopy.subject(merchant)}</p>
      <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
