'use client'

import { Mail, MessageCircle, MessageSquareText, Share2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'
import { emailHref, type ShareText, smsHref, whatsappHref } from './share-address'

const words = links.share

type Way = 'whatsapp' | 'email' | 'sms' | 'share_sheet'
type Props = { text: ShareText; onOpened: (way: Way) => void }

/** The programs that can carry a link to its payer, each with the message written. */
export function ShareWays({ text, onOpened }: Props) {
  // Known only in the browser; most desks have none.
  const [sheet, setSheet] = useState(false)
  useEffect(() => setSheet(typeof navigator.share === 'function'), [])

  async function openSheet() {
    try {
      await navigator.share({ text: text.line, url: text.url })
      onOpened('share_sheet')
    } catch {
      // Closed without a choice: nothing was done.
    }
  }

  const way = (name: Way, href: string, label: string, icon: ReactNode, className = '') => (
    <Button asChild icon={icon} className={cn('min-h-10', className)}>
      <a
        href={href}
        onClick={() => onOpened(name)}
        {...(name === 'whatsapp' ? { target: '_blank', rel: 'noreferrer' } : {})}
      >
        {label}
      </a>
    </Button>
  )
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-4 md:grid-cols-2 xl:grid-cols-4">
      <legend className="mb-2 font-medium text-sm">{words.send}</legend>
      {way('whatsapp', whatsappHref(text), words.whatsapp, <MessageCircle aria-hidden className="size-4" />)}
      {way('email', emailHref(text), words.email, <Mail aria-hidden className="size-4" />)}
      {way(
        'sms',
        smsHref(text),
        words.sms,
        <MessageSquareText aria-hidden className="size-4" />,
        // Where two stand beside each other, the third is not left alone.
        sheet ? '' : 'max-sm:col-span-2 md:max-xl:col-span-2',
      )}
      {sheet ? (
        <Button className="min-h-10" icon={<Share2 aria-hidden className="size-4" />} onClick={openSheet}>
          {words.sheet}
        </Button>
      ) : null}
      <p className="wrap-anywhere col-span-full text-muted text-xs">
        {words.messageLead} <bdi>{text.line}</bdi>
      </p>
    </fieldset>
  )
}
