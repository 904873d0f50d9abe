'use client'

import { Mail, MessageCircle, MessageSquareText, Share2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import {
  emailHref,
  type Recipient,
  type ShareText,
  smsHref,
  whatsappHref,
} from '@/components/links/share-address'
import { Button } from '@/components/ui/button'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'

const words = links.share

/** Three beside each other fit a narrow place only with the icon above its word. */
const stacked = 'max-xl:flex-col max-xl:gap-1 max-xl:px-1.5 max-xl:py-2'

type Way = 'whatsapp' | 'email' | 'sms' | 'share_sheet'
type Props = {
  text: ShareText
  /** Absent where no customer is known, or their contact is masked. */
  recipient?: Recipient | undefined
  onOpened: (way: Way) => void
}

/** The programs that can carry a link to its payer, each with the message written. */
export function ShareWays({ text, recipient, onOpened }: Props) {
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

  const look = cn('min-h-10', sheet ? '' : stacked)
  const way = (name: Way, href: string, label: string, icon: ReactNode) => (
    <Button asChild icon={icon} className={look}>
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
    // No way is left alone in a line, whether there are three or four.
    <fieldset
      className={cn(
        'grid gap-2',
        sheet ? 'grid-cols-2 sm:grid-cols-4 md:grid-cols-2 xl:grid-cols-4' : 'grid-cols-3',
      )}
    >
      <legend className="mb-2 font-medium text-sm">{words.send}</legend>
      {way(
        'whatsapp',
        whatsappHref(text, recipient),
        words.whatsapp,
        <MessageCircle aria-hidden className="size-4" />,
      )}
      {way('email', emailHref(text, recipient), words.email, <Mail aria-hidden className="size-4" />)}
      {way('sms', smsHref(text, recipient), words.sms, <MessageSquareText aria-hidden className="size-4" />)}
      {sheet ? (
        <Button className={look} icon={<Share2 aria-hidden className="size-4" />} onClick={openSheet}>
          {words.sheet}
        </Button>
      ) : null}
      <p className="wrap-anywhere col-span-full text-pretty text-muted text-xs">
        {words.messageLead} <bdi>{text.line}</bdi>
      </p>
    </fieldset>
  )
}
