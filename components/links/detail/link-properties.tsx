import { ExternalLink } from 'lucide-react'
import { CopyMark, ShortAddress, ShortId } from '@/components/data/short-id'
import { isActive } from '@/components/links/can-share'
import { PageLink } from '@/components/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { charges } from '@/lib/messages/charges'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'

const copy = links.detail

type Props = {
  link: ShownLink
  /** Null if the mirror lacks the customer. */
  customerName: string | null
  /** The dashboard's charge that created the link. */
  chargeId: string | null
  isCancelling: boolean
  onCopied: () => void
}

/** Renders the properties of a link that its totals do not contain. */
export function LinkProperties({ link, customerName, chargeId, isCancelling, onCopied }: Props) {
  const metadata = Object.entries(link.metadata)
  return (
    <>
      <Address url={link.url} rests={isCancelling || !isActive(link)} onCopied={onCopied} />
      <PropertyList>
        <Property name={copy.created}>
          <DateTime iso={link.created_at} />
        </Property>
        {link.description ? (
          <Property name={copy.description}>
            <span dir="auto" className="wrap-anywhere block whitespace-pre-line text-left">
              {link.description}
            </span>
          </Property>
        ) : null}
        {link.customer_id ? (
          <Property
            name={copy.customer}
            action={<CopyMark value={link.customer_id} name={copy.customerId} />}
          >
            <TextLink>
              <PageLink href={`/customers/${encodeURIComponent(link.customer_id)}`}>
                {customerName === null ? copy.viewCustomer : <bdi>{customerName}</bdi>}
              </PageLink>
            </TextLink>
          </Property>
        ) : null}
        {chargeId ? (
          <Property name={charges.one}>
            <TextLink>
              <PageLink href={`/charges/${encodeURIComponent(chargeId)}`}>{charges.view}</PageLink>
            </TextLink>
          </Property>
        ) : null}
        <Property name={copy.id}>
          <ShortId id={link.id} name={copy.id} />
        </Property>
      </PropertyList>
      {metadata.length > 0 ? (
        <>
          <h3 className="mt-4 mb-1 text-muted text-xs">{copy.metadata}</h3>
          <PropertyList>
            {metadata.map(([name, value]) => (
              <Property
                key={name}
                name={name}
                action={<CopyMark value={textOf(value)} name={name} className="-ml-1" />}
              >
                <span dir="auto" className="wrap-anywhere block text-left font-mono text-sm">
                  {textOf(value)}
                </span>
              </Property>
            ))}
          </PropertyList>
        </>
      ) : null}
    </>
  )
}

/** Renders the URL on one line across the card. */
function Address({ url, rests, onCopied }: { url: string; rests: boolean; onCopied: () => void }) {
  const text = <ShortAddress address={url} className="text-sm" />
  const box = 'hit flex min-w-0 flex-1 items-center gap-1.5'
  return (
    <div className="mb-2 flex min-h-8 min-w-0 items-center rounded-md bg-sunken pl-3 pointer-coarse:min-h-11">
      {/* The URL of a closed link can be read and compared, but not opened or copied. */}
      {rests ? (
        <span className={cn(box, 'text-muted')}>{text}</span>
      ) : (
        <>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className={cn(box, 'text-accent-text hover:underline')}
          >
            {text}
            <ExternalLink aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">{copy.opensApart}</span>
          </a>
          <CopyMark value={url} name={copy.url} onCopied={onCopied} className="mr-1" />
        </>
      )}
    </div>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
