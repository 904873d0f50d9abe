import { useRecordShare } from '@/components/links/use-record-share'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Dotted } from '@/components/ui/dotted'
import { TextLink } from '@/components/ui/text-link'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { customerDetail } from '@/lib/messages/customer-detail'

const copy = customerDetail.links

type Props = {
  links: readonly ShownLink[]
  /** True if there are more links than these. */
  isCut: boolean
}

/** Renders the links that the customer can still pay. Renders no card if there are none. */
export function OpenLinks({ links, isCut }: Props) {
  const record = useRecordShare()
  const { locale } = useLocale()
  if (links.length === 0) return null
  return (
    <Card title={copy.title}>
      <ul className="-my-1 divide-y divide-border/70">
        {links.map((link) => (
          <li key={link.id} className="flex items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <p id={`open-link-${link.id}`} className="truncate font-medium">
                <TextLink>
                  <PageLink href={`/links/${encodeURIComponent(link.id)}`} dir="auto" title={link.title}>
                    {link.title}
                  </PageLink>
                </TextLink>
              </p>
              <p className="text-muted text-sm">
                <Dotted>
                  <Amount amount={link.amount} currency={link.currency} />
                  {link.expires_at ? (
                    <span>
                      {copy.expires} <DateTime iso={link.expires_at} variant="row" />
                    </span>
                  ) : (
                    <DateTime iso={link.created_at} variant="row" />
                  )}
                </Dotted>
              </p>
            </div>
            <CopyButton
              size="sm"
              value={link.url}
              label={copy.copy}
              copiedLabel={common.copied}
              failedLabel={common.copyFailed}
              aria-describedby={`open-link-${link.id}`}
              onCopied={() => record(link.id, 'copied')}
              className="min-w-28 shrink-0"
            />
          </li>
        ))}
      </ul>
      {isCut ? (
        <p className="mt-3 text-muted text-xs">{copy.more(numberFormat(locale).format(links.length))}</p>
      ) : null}
    </Card>
  )
}
