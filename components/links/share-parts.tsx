import { Mail, MessageCircle, MessageSquareText, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRead } from '@/components/data/member'
import { ButtonLink } from '@/components/navigation/link-looks'
import { paymentsHref } from '@/components/payments/face'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Input } from '@/components/ui/input'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { LANGUAGE_PARAMETER, type Language } from '@/lib/domain/languages'

type AddressProps = { url: string; focus?: boolean; onCopied: () => void }

export function LinkAddress({ url, focus = false, onCopied }: AddressProps) {
  const t = useTexts()
  return (
    <div className="flex flex-col gap-2 sm:flex-row">
      <Input
        readOnly
        aria-label={t('link-share.url')}
        title={url}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-10 truncate bg-sunken font-mono text-sm"
      />
      <CopyButton
        variant="primary"
        value={url}
        label={t('link-share.copy')}
        autoFocus={focus}
        onCopied={onCopied}
        className="min-h-10 min-w-32"
      />
    </div>
  )
}

type Way = 'whatsapp' | 'email' | 'sms' | 'share_sheet'
type WaysProps = {
  text: ShareText
  /** Absent without a known customer, or if the contact is masked. */
  recipient?: Recipient | undefined
  onOpened: (way: Way) => void
}

const ways = [
  { way: 'whatsapp', hrefOf: whatsappHref, Icon: MessageCircle },
  { way: 'email', hrefOf: emailHref, Icon: Mail },
  { way: 'sms', hrefOf: smsHref, Icon: MessageSquareText },
] as const

export function ShareWays({ text, recipient, onOpened }: WaysProps) {
  const t = useTexts()
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

  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-2 font-medium text-sm">{t('link-share.send')}</legend>
      {ways.map(({ way, hrefOf, Icon }) => (
        <Button key={way} asChild Icon={Icon} className="min-h-10 grow">
          <a
            href={hrefOf(text, recipient)}
            onClick={() => onOpened(way)}
            {...(way === 'whatsapp' ? { target: '_blank', rel: 'noreferrer' } : {})}
          >
            {t(`link-share.${way}`)}
          </a>
        </Button>
      ))}
      {sheet ? (
        <Button className="min-h-10 grow" Icon={Share2} onClick={openSheet}>
          {t('link-share.sheet')}
        </Button>
      ) : null}
      <p className="wrap-anywhere basis-full text-pretty text-muted text-xs">
        {t('link-share.messageLead')} <bdi>{text.line}</bdi>
      </p>
    </fieldset>
  )
}

export function urlIn(address: string, language: Language): string {
  const url = new URL(address)
  url.searchParams.set(LANGUAGE_PARAMETER, language)
  return url.href
}

type ShareText = { line: string; url: string }

/** Contact of the recipient; the phone in E.164. */
export type Recipient = { phone: string | null; email: string | null }

/** Returns a WhatsApp URL, which opens the app or its page. Without a phone the merchant picks the recipient there. */
export function whatsappHref({ line, url }: ShareText, to?: Recipient): string {
  return `https://wa.me/${to?.phone?.replace(/\D/g, '') ?? ''}?text=${encodeURIComponent(`${line}\n${url}`)}`
}

/** Returns a `mailto` URL. Without a recipient the merchant picks one in the e-mail program. */
export function emailHref({ line, url }: ShareText, to?: Recipient): string {
  const address = encodeURIComponent(to?.email ?? '').replace('%40', '@')
  return `mailto:${address}?subject=${encodeURIComponent(line)}&body=${encodeURIComponent(`${line}\r\n${url}`)}`
}

/** Returns an `sms` URL. `?&body=` is the only form that both iOS and Android read. */
export function smsHref({ line, url }: ShareText, to?: Recipient): string {
  return `sms:${to?.phone?.replace(/[^\d+]/g, '') ?? ''}?&body=${encodeURIComponent(`${line} ${url}`)}`
}

type PaidProps = {
  link: ShownLink
  /** True for a new link, all of whose payments are news. */
  made: boolean
}

export function SharePaid({ link, made }: PaidProps) {
  const { paid_count: paid, shown_status: status } = link
  const t = useTexts()
  // Earlier payments of an older link are no news.
  const [before] = useState(made ? 0 : paid)
  const isPaid = paid > 0 && (paid > before || status === 'COMPLETED')
  const filter = { link: link.id, status: 'APPROVED' } as const
  const last = useRead('payments/list', filter, { enabled: isPaid }).data?.data[0]
  const payer = last && (last.payer.name || last.payer.email)
  const once = link.max_uses === 1
  const title = once ? t('link-share.paid') : t('link-share.received', { count: paid })
  const by = payer ? (
    <>
      {once ? t('link-share.paidBy') : t('link-share.lastBy')} <bdi>{payer}</bdi>
    </>
  ) : null
  return (
    <div role="status" className="empty:sr-only">
      {isPaid ? (
        <Banner
          tone="success"
          title={once ? (by ?? title) : title}
          action={
            <ButtonLink
              size="sm"
              href={last ? `/payments/${encodeURIComponent(last.id)}` : paymentsHref({ link: link.id })}
            >
              {t('link-share.viewPayment')}
            </ButtonLink>
          }
        >
          {last ? (
            <>
              {once || !by ? null : <>{by}, </>}
              {/* The time is absolute: screen readers would announce each change of a relative one. */}
              <DateTime variant="row" iso={last.approved_at ?? last.created_at} />
            </>
          ) : null}
        </Banner>
      ) : null}
    </div>
  )
}
