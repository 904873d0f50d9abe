'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { sendReceiptAction } from '@/app/(dashboard)/[account]/payments/[paymentId]/actions'
import { FailureBanner } from '@/components/data/failure-banner'
import { read } from '@/components/data/read'
import { useAct } from '@/components/data/use-act'
import { useActionForm } from '@/components/data/use-action-form'
import { useLocale } from '@/components/locale/locale-provider'
import { randomUuid } from '@/components/random/random-uuid'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { formatMajor } from '@/lib/domain/money'
import { common } from '@/lib/messages/common'
import { mail } from '@/lib/messages/mail'
import { mayBeEmpty, ReceiptEmail } from './receipt-email'

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
      <form id={formId} {...form.props} className="flex flex-col gap-4">
        {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
        <ReceiptEmail payment={payment} error={problems.email} />
      </form>
    </Dialog>
  )
}
