import { DeliveryBadge } from '@/components/developers/deliveries/delivery-badge'
import { deliveryHref } from '@/components/developers/hrefs'
import { PageLink } from '@/components/shell/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import { failureCause } from '@/lib/contract/deliveries'
import type { EventDelivery } from '@/lib/dashboard/schema/developers/events'
import { delivery as deliveryCopy, failures } from '@/lib/messages/developer-deliveries'
import { developerEvents } from '@/lib/messages/developer-events'

const copy = developerEvents.detail

/** Renders the deliveries of one event, each a link to its attempts. */
export function EventDeliveries({ deliveries }: { deliveries: readonly EventDelivery[] }) {
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

function Delivery({ delivery }: { delivery: EventDelivery }) {
  const { id, url, attempts, next_attempt_at: next, last_attempt_at: last } = delivery
  const answer = answerOf(delivery)
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
        {answer === null ? null : <span>{answer}</span>}
        {attempts > 0 ? <span>{copy.attempts(attempts)}</span> : null}
        {last ? (
          <span>
            {copy.last} <DateTime iso={last} variant="row" />
          </span>
        ) : null}
        {next ? (
          <span>
            {copy.next} <DateTime iso={next} variant="row" />
          </span>
        ) : null}
      </p>
    </div>
  )
}

/** Returns the latest response in a sentence; null if it is not recorded. */
function answerOf({ status, attempts, last_answer_status: answer, last_error_class: error }: EventDelivery) {
  if (status === 'SKIPPED')
    return attempts === 0 ? deliveryCopy.skipped : deliveryCopy.skippedFailed(attempts)
  if (attempts === 0) return copy.notSent
  if (answer !== null) return copy.answered(answer)
  return error === null ? null : copy.noAnswer(failures[failureCause(error, answer)].name)
}
