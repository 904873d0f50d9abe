'use client'

import { useEffect, useState } from 'react'
import { payBank } from '@/lib/messages/pay-bank'
import { minutesLeft } from './minutes-left'

const COUNT_MS = 10_000

/**
 * Renders the time until which the bank waits. The minutes count down from the server's value, so they are correct on a
 * page that stays open and do not depend on the payer's clock.
 */
export function BankUntil({ until, leftMs }: { until: string; leftMs: number }) {
  const [nowLeftMs, setNowLeftMs] = useState(leftMs)
  useEffect(() => {
    const end = Date.now() + leftMs
    const count = () => setNowLeftMs(end - Date.now())
    count()
    const timer = setInterval(count, COUNT_MS)
    return () => clearInterval(timer)
  }, [leftMs])
  return payBank.confirmUntil(until, minutesLeft(nowLeftMs))
}
