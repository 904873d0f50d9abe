import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import type { ShownLink } from './link-shapes'

const words = links.detail

/** What a link is, in names and values; what its host does not tell has no place. */
export function LinkProperties({ link }: { link: ShownLink }) {
  const { locale } = usePlace()
  const number = new Intl.NumberFormat(locale)
  const max = link.max_uses === null ? null : number.format(link.max_uses)
  const metadata = Object.entries(link.metadata)
  return (
    <PropertyList>
      <Property name={links.form.amount}>
        <Amount amount={link.amount} currency={link.currency} />
      </Property>
      <Property name={words.uses}>
        <span className="tnum">{links.uses(number.format(link.paid_count), max)}</span>
      </Property>
      <Property name={link.shown_status === 'EXPIRED' ? words.expired : words.expires}>
        {link.expires_at ? (
          <DateTime iso={link.expires_at} />
        ) : (
          <span className="text-muted">{words.noExpiry}</span>
        )}
      </Property>
      <Property name={words.created}>
        <DateTime iso={link.created_at} />
      </Property>
      {link.open_count === undefined || link.open_count === null ? null : (
        <Property name={words.opens}>
          <span className="tnum">
            {words.openCount(number.format(link.open_count), link.open_count === 1)}
          </span>
        </Property>
      )}
      {link.last_opened_at ? (
        <Property name={words.lastOpened}>
          <DateTime iso={link.last_opened_at} />
        </Property>
      ) : null}
      {link.description ? (
        <Property name={words.description}>
          <span dir="auto" className="whitespace-pre-line">
            {link.description}
          </span>
        </Property>
      ) : null}
      {metadata.map(([name, value]) => (
        <Property key={name} name={name}>
          <span dir="auto" className="wrap-anywhere block text-left font-mono text-sm">
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </span>
        </Property>
      ))}
      <Property
        name={words.id}
        action={
          <CopyButton
            iconOnly
            variant="quiet"
            value={link.id}
            label={common.copyThing(words.id)}
            copiedLabel={common.copied}
            failedLabel={common.copyFailed}
          />
        }
      >
        <span className="wrap-anywhere font-mono text-sm">{link.id}</span>
      </Property>
    </PropertyList>
  )
}
