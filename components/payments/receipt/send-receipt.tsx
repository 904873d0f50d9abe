'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { useLocale } from '@/components/locale/locale-provider'
import { paymentQuery } from '@/components/payments/queries'
import { randomUuid } from '@/components/random/random-uuid'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { formatMajor } from '@/lib/domain/money'
import { common } from '@/lib/messages/common'
import { mail } from '@/lib/messages/mail'
import { mayBeEmpty, ReceiptEmail } from './receipt-email'

const copy = mail.receipt

export type SendReceipt = (input: {
  form_token: string
  payment_id: string
  /** Empty for the payer's own address. */
  email: string
}) => Promise<ActionResult<{ to: string }>>

/**
 * Renders the button and the dialog that send a receipt. One opening of the dialog sends one mail, however often it is
 * submitted.
 */
export function SendReceiptButton({ payment, send }: { payment: ShownPayment; send: SendReceipt }) {
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
        <ReceiptDialog
          opener={opener}
          token={token}
          payment={payment}
          send={send}
          onClose={() => setToken(null)}
        />
      )}
    </>
  )
}

type Props = {
  token: string
  payment: ShownPayment
  send: SendReceipt
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

function ReceiptDialog({ token, payment, send, opener, onClose }: Props) {
  const formId = useId()
  const toast = useToast()
  const client = useQueryClient()
  const account = useAccount()
  const { locale } = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  function refuse(message: string) {
    setProblem(message)
    input.current?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const email = input.current?.value.trim() ?? ''
    if (email === '' && !mayBeEmpty(payment)) return refuse(copy.missing)
    setBusy(true)
    setProblem(undefined)
    setFailure(null)
    const result = await send({ form_token: token, payment_id: payment.id, email }).catch(() => null)
    setBusy(false)
    if (result?.ok) {
      toast({ about: `receipt:${payment.id}`, message: copy.sent(result.data.to) })
      void client.invalidateQueries({ queryKey: paymentQuery(account, payment.id).queryKey })
      return onClose()
    }
    const atField = result?.error.fields?.find(({ field }) => field === 'email')?.message
    if (atField) return refuse(atField)
    setFailure({ message: result?.error.message ?? common.noAnswer, requestId: result?.error.requestId })
  }

  return (
    <Dialog
      open
      opener={opener}
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={copy.title}
      description={copy.lead(`${formatMajor(payment.amount, payment.currency, locale)} ${payment.currency}`)}
      closeLabel={common.close}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.sending}>
            {copy.send}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
        {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
        <ReceiptEmail ref={input} payment={payment} error={problem} />
      </form>
    </Dialog>
  )
}
