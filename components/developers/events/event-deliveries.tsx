import { DeliveryBadge } from '@/components/developers/deliveries/delivery-badge'
import { answerText } from '@/components/developers/deliveries/delivery-text'
import { deliveryHref } from '@/components/developers/hrefs'
import { PageLink } from '@/components/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import { developerEvents } from '@/lib/messages/developer-events'

const copy = developerEvents.detail

/** Renders the deliveries of one event, each a link to its attempts. */
export function EventDeliveries({ deliveries }: { deliveries: readonly ListedDelivery[] }) {
  if (deliveries.length === 0) return <p className="text-muted">{copy.noDeliveries}</p>
  return (
    <ul aria-label={copy.deliveries} className="flex flex-col">
      {deliveries.map((delivery) => (
        <li
          key={delivery.id}
          className="border-border/70 border-t py-2 first:border-t-0 first:pt-0 last:pb-0"
        >
          <Delivery delivery={delivery} />
        </li>
      ))}
    </ul>
  )
}

function Delivery({ delivery }: { delivery: ListedDelivery }) {
  const { id, url, attempts, next_attempt_at: next } = delivery
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <PageLink
          href={deliveryHref(id)}
          className="wrap-anywhere hit min-w-0 flex-1 basis-48 font-medium text-accent-text underline-offset-2 hover:underline"
        >
          {url}
        </PageLink>
        <DeliveryBadge of={delivery} />
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted text-sm">
        <span>{answerText(delivery)}</span>
        {attempts > 0 ? <span>{copy.attempts(attempts)}</span> : null}
        {next ? (
          <span>
            {copy.next} <DateTime iso={next} variant="row" />
          </span>
        ) : null}
      </p>
    </div>
  )
}
