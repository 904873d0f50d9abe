'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, startTransition, useEffect, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'

type Props = {
  /** Route that queries the bank and redirects to the page. */
  action: string
  attempt: string
  /** True if the page was opened by a press without scripts and the payment still waits at the bank. */
  asked: boolean
}

/** Renders the button by which a payer reports their confirmation, which queries the bank. The page also refreshes by itself. */
export function BankConfirmedButton({ action, attempt, asked }: Props) {
  const t = useTexts()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(asked ? t('pay-bank.confirmUnknown') : null)

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (!navigator.onLine) return setMessage(t('pay-bank.confirmOffline'))
    setBusy(true)
    const reached = await reach(`${action}?attempt=${encodeURIComponent(attempt)}`)
    // One transition applies the message together with the page's new state, which removes this form once the bank has a
    // result.
    startTransition(() => {
      if (reached) router.refresh()
      setMessage(reached ? t('pay-bank.confirmUnknown') : t('pay-bank.confirmLost'))
      setBusy(false)
    })
  }

  return (
    <form method="get" action={action} onSubmit={ask}>
      {/* The payment belongs to the request while the bank is queried. A refresh would remove this form with its message. */}
      <RefreshUntilKnown paused={busy} />
      <input type="hidden" name="attempt" value={attempt} />
      <input type="hidden" name="asked" value="1" />
      <Button type="submit" busy={busy} busyLabel={t('pay-bank.confirmBusy')} className="w-full">
        {t('pay-bank.confirmDone')}
      </Button>
      {/* The element always exists, and is empty during the request, so that screen readers announce each message. */}
      <p role="status" className="mt-2 text-pretty text-center text-sm empty:mt-0">
        {busy ? null : message}
      </p>
    </form>
  )
}

/** Returns whether the bank was queried. The redirect is not followed, because the page refreshes itself. */
async function reach(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { redirect: 'manual' })).type === 'opaqueredirect'
  } catch {
    return false
  }
}

const COUNT_MS = 10_000
const MINUTE_MS = 60_000

/** Renders the time until which the bank waits, counted down from the server's value instead of the payer's clock. */
export function BankUntil({ until, leftMs }: { until: string; leftMs: number }) {
  const t = useTexts()
  const [nowLeftMs, setNowLeftMs] = useState(leftMs)
  useEffect(() => {
    const end = Date.now() + leftMs
    const count = () => setNowLeftMs(end - Date.now())
    count()
    const timer = setInterval(count, COUNT_MS)
    return () => clearInterval(timer)
  }, [leftMs])
  const minutes = Math.max(0, Math.floor(nowLeftMs / MINUTE_MS))
  return minutes === 0
    ? t('pay-bank.confirmUntil', { until })
    : t('pay-bank.confirmUntilIn', { until, minutes })
}

/** Interval of the refreshes: the reconciler resolves a payment within seconds. */
const REFRESH_MS = 3_000
/** Refreshes until the page gives up, after some minutes. */
const REFRESHES_MAX = 120

/** Refreshes the page while an outcome is unknown, unless `paused`. Without scripts the page's own link does this. */
export function RefreshUntilKnown({ paused = false }: { paused?: boolean }) {
  const router = useRouter()
  useEffect(() => {
    if (paused) return
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      // The router would replace the page with the browser's error page without a network.
      if (navigator.onLine) router.refresh()
      if (tries === REFRESHES_MAX) clearInterval(timer)
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [router, paused])
  return null
}
