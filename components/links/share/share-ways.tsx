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

const copy = links.share

/** Three buttons fit a narrow row only with the icon above the label. */
const stacked = 'max-xl:flex-col max-xl:gap-1 max-xl:px-1.5 max-xl:py-2'

type Way = 'whatsapp' | 'email' | 'sms' | 'share_sheet'
type Props = {
  text: ShareText
  /** Absent without a known customer, or if the contact is masked. */
  recipient?: Recipient | undefined
  onOpened: (way: Way) => void
}

/** Renders the share buttons, each with the message prefilled. */
export function ShareWays({ text, recipient, onOpened }: Props) {
  // Only the browser reports whether it has a share sheet.
  const [sheet, setSheet] = useState(false)
  useEffect(() => setSheet(typeof navigator.share === 'function'), [])

  async function openSheet() {
    try {
      await navigator.share({ text: text.line, url: text.url })
      onOpened('share_sheet')
    } catch {
      // The share sheet was closed without a choice.
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
    // No button is alone in a row, whether there are three or four.
    <fieldset
      className={cn(
        'grid gap-2',
        sheet ? 'grid-cols-2 sm:grid-cols-4 md:grid-cols-2 xl:grid-cols-4' : 'grid-cols-3',
      )}
    >
      <legend className="mb-2 font-medium text-sm">{copy.send}</legend>
      {way(
        'whatsapp',
        whatsappHref(text, recipient),
        copy.whatsapp,
        <MessageCircle aria-hidden className="size-4" />,
      )}
      {way('email', emailHref(text, recipient), copy.email, <Mail aria-hidden className="size-4" />)}
      {way('sms', smsHref(text, recipient), copy.sms, <MessageSquareText aria-hidden className="size-4" />)}
      {sheet ? (
        <Button className={look} icon={<Share2 aria-hidden className="size-4" />} onClick={openSheet}>
          {copy.sheet}
        </Button>
      ) : null}
      <p className="wrap-anywhere col-span-full text-pretty text-muted text-xs">
        {copy.messageLead} <bdi>{text.line}</bdi>
      </p>
    </fieldset>
  )
}
