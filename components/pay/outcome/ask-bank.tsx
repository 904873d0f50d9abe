'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, startTransition, useState } from 'react'
import { Button } from '@/components/ui/button'
import { payBank } from '@/lib/messages/pay-bank'
import { cn } from '@/lib/ui/cn'
import { LookAgain } from './look-again'

type Props = {
  /** The route that asks the bank and leads back to the page. */
  action: string
  attempt: string
  /** The page answers a press without scripts, and the payment still waits at the bank. */
  asked: boolean
}

/**
 * The payer says that it is confirmed: a press asks the bank, and is answered where the bank has told nothing yet. The
 * page looks again by itself otherwise.
 */
export function AskBank({ action, attempt, asked }: Props) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(asked ? payBank.confirmUnknown : null)

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (!navigator.onLine) return setMessage(payBank.confirmOffline)
    setBusy(true)
    const reached = await reach(`${action}?attempt=${encodeURIComponent(attempt)}`)
    // At once with the page's new state: where the bank has told, this is gone with its button.
    startTransition(() => {
      if (reached) router.refresh()
      setMessage(reached ? payBank.confirmUnknown : payBank.confirmLost)
      setBusy(false)
    })
  }

  return (
    <form method="get" action={action} onSubmit={ask}>
      {/* While the bank is asked the payment is nobody's to see: a look then would take this form, and its answer, away. */}
      <LookAgain paused={busy} />
      <input type="hidden" name="attempt" value={attempt} />
      <input type="hidden" name="asked" value="1" />
      <Button type="submit" busy={busy} busyLabel={payBank.confirmBusy} className="w-full">
        {payBank.confirmDone}
      </Button>
      <div className={cn('grid text-pretty text-center text-sm *:[grid-area:1/1]', message && 'mt-2')}>
        {/* Always there, and empty while the bank is asked, so that a screen reader hears each answer. */}
        <p role="status">{busy ? null : message}</p>
        {busy && message ? (
          <p aria-hidden className="invisible">
            {message}
          </p>
        ) : null}
      </div>
    </form>
  )
}

/** Whether the bank was asked. Where the route leads is not fetched: the page reads itself anew. */
async function reach(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { redirect: 'manual' })).type === 'opaqueredirect'
  } catch {
    return false
  }
}
