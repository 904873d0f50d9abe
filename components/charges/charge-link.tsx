'use client'

import { LinkAddress } from '@/components/links/share/link-address'
import { ShareWays } from '@/components/links/share/share-ways'
import { usePlace } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { formatMajor } from '@/lib/contract/money'
import type { ShownCharge } from '@/lib/dashboard/schema/charge'
import type { ShareChannel } from '@/lib/dashboard/schema/link'
import { charges } from '@/lib/messages/charges'
import type { ChargeActions } from './charge-actions'

const copy = charges.outcome

type Props = {
  charge: ShownCharge
  url: string
  merchantName: string
  record: ChargeActions['recordShare'] | null
}

/** The link of a charge, ready for every way to the customer; the focus is on its copy button. */
export function ChargeLink({ charge, url, merchantName, record }: Props) {
  const { locale } = usePlace()
  const { link_id: id, amount, currency, description } = charge
  const text = `${formatMajor(amount, currency, locale)} ${currency}`
  const done = (channel: ShareChannel) => {
    if (id !== null) void record?.({ id, channel }).catch(() => {})
  }
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-semibold text-xl">{copy.linked(text)}</p>
        <p className="text-muted">{copy.linkedHint}</p>
      </div>
      <LinkAddress url={url} focus onCopied={() => done('copied')} />
      <ShareWays text={{ line: copy.message(merchantName, text, description), url }} onOpened={done} />
      {id === null ? null : (
        <div>
          <Button asChild variant="quiet">
            <PageLink href={`/links/${encodeURIComponent(id)}`}>{copy.showLink}</PageLink>
          </Button>
        </div>
      )}
    </div>
  )
}
