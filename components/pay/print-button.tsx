'use client'

import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { pay } from '@/lib/messages/pay'

/** Opens the browser's print dialog, which also saves as PDF; not there without scripts, where it could do nothing. */
export function PrintButton() {
  const [scripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  return (
    <div className="flex min-h-9 justify-center print:hidden">
      {scripted ? (
        <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
          {pay.receipt.print}
        </Button>
      ) : null}
    </div>
  )
}
