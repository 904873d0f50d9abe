'use client'

import { Check, Printer, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { writeClipboard } from '@/components/ui/copy-button'

const MESSAGE_MS = 2000

/** Renders the actions of a receipt. Hidden without scripts, which all of them need. */
export function ReceiptActions({ title }: { title: string }) {
  const t = useTexts()
  // The payment's page, if the receipt was opened from it; empty otherwise, and null before hydration.
  const [from, setFrom] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  useEffect(
    () => setFrom(document.referrer.startsWith(`${location.origin}/pay/`) ? document.referrer : ''),
    [],
  )
  useEffect(() => {
    if (message === '') return
    const timer = setTimeout(() => setMessage(''), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [message])

  async function share() {
    const url = location.href
    if (typeof navigator.share === 'function') {
      // A canceled share sheet needs no fallback.
      const done = await navigator.share({ title, url }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (done) return
    }
    setMessage((await writeClipboard(url)) ? t('receipt.shareCopied') : t('receipt.copyFailed'))
  }

  const Icon = message === t('receipt.shareCopied') ? Check : Share2
  return (
    <div className="flex min-h-20 flex-col items-center gap-2 print:hidden pointer-coarse:min-h-24">
      {from === null ? null : (
        <div className="flex flex-wrap justify-center gap-2">
          <Button Icon={Icon} onClick={share}>
            {message || t('receipt.share')}
          </Button>
          <Button Icon={Printer} onClick={() => window.print()}>
            {t('receipt.print')}
          </Button>
        </div>
      )}
      {from ? (
        <Button asChild variant="quiet">
          <a href={from}>{t('receipt.back')}</a>
        </Button>
      ) : null}
      <span role="status" className="sr-only">
        {message}
      </span>
    </div>
  )
}
