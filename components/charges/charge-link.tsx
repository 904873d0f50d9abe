import { useRecipient } from '@/components/customers/use-recipient'
import { isActive } from '@/components/links/can-share'
import { LinkAddress } from '@/components/links/share/link-address'
import { QrCode } from '@/components/links/share/qr-code'
import { SharePaid } from '@/components/links/share/share-paid'
import { ShareWays } from '@/components/links/share/share-ways'
import { useLinkDetail } from '@/components/links/use-link-detail'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import type { ChargeActions, ShownCharge } from '@/lib/dashboard/schema/charge'
import type { ShareChannel } from '@/lib/dashboard/schema/link'
import { formatMajor } from '@/lib/domain/money'
import { charges } from '@/lib/messages/charges'

const copy = charges.outcome

type Props = {
  charge: ShownCharge
  linkId: string
  url: string
  merchantName: string
  /** True if the message mentions that the card can be saved. */
  asksForCard: boolean
  record: ChargeActions['recordShare'] | null
}

/** Renders the link of a charge with all ways to send it until it is paid. The focus is on its copy button. */
export function ChargeLink({ charge, linkId, url, merchantName, asksForCard, record }: Props) {
  const { locale } = useLocale()
  const { amount, currency, description } = charge
  const text = `${formatMajor(amount, currency, locale)} ${currency}`
  const done = (channel: ShareChannel) => void record?.({ id: linkId, channel }).catch(() => {})
  const recipient = useRecipient(charge.customer_id)
  const link = useLinkDetail(linkId).data?.link
  // A new link takes payments, so it can be shared before it is loaded.
  const shares = link === undefined || isActive(link)
  const line = copy.message(merchantName, text, description)
  const name = description ?? copy.linked(text)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-semibold text-xl">{copy.linked(text)}</p>
        {shares ? <p className="text-muted">{copy.linkedHint}</p> : null}
      </div>
      {link ? <SharePaid link={link} made /> : null}
      {shares ? (
        <>
          <LinkAddress url={url} focus onCopied={() => done('copied')} />
          <ShareWays
            recipient={recipient}
            text={{ line: asksForCard ? copy.saveCard(line) : line, url }}
            onOpened={done}
          />
          <div className="overflow-hidden rounded-lg border">
            <QrCode url={url} title={name} onSaved={done} />
          </div>
        </>
      ) : null}
      <div>
        <Button asChild variant="quiet">
          <PageLink href={`/links/${encodeURIComponent(linkId)}`}>{copy.showLink}</PageLink>
        </Button>
      </div>
    </div>
  )
}
