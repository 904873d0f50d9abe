'use client'

import { useEffect, useState } from 'react'
import { payBank } from '@/lib/messages/pay-bank'
import { minutesLeft } from './minutes-left'

const COUNT_MS = 10_000

/**
 * Until when the bank waits. The minutes go on from what was left when the server told, so that they hold on a page
 * that lies open, whatever the payer's own clock shows.
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
