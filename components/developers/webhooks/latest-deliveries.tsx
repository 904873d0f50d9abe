import { DeliveryBadge, TestMark } from '@/components/developers/deliveries/delivery-badge'
import { answerText } from '@/components/developers/deliveries/delivery-text'
import { deliveryHref } from '@/components/developers/hrefs'
import { PageLink } from '@/components/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { Dotted } from '@/components/ui/dotted'
import { TextLink } from '@/components/ui/text-link'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import { webhooks } from '@/lib/messages/developer-webhooks'

const copy = webhooks.deliveries

type Props = { endpointId: string; deliveries: readonly ListedDelivery[] }

/** Renders the newest deliveries to an endpoint with a link to all of them. */
export function LatestDeliveries({ endpointId, deliveries }: Props) {
  if (deliveries.length === 0)
    return (
      <Card title={copy.title}>
        <p className="font-medium">{copy.none}</p>
        <p className="mt-0.5 text-muted text-sm">{copy.noneHint}</p>
      </Card>
    )
  return (
    <Card
      title={copy.title}
      action={
        <TextLink>
          <PageLink href={`/developers/deliveries?endpoint=${encodeURIComponent(endpointId)}`}>
            {copy.all}
          </PageLink>
        </TextLink>
      }
    >
      <ul className="-my-1 divide-y divide-border/70">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </Card>
  )
}

function DeliveryRow({ delivery }: { delivery: ListedDelivery }) {
  return (
    <li className="relative -mx-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md px-2 py-2 hover:bg-hover">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <PageLink href={deliveryHref(delivery.id)} className="record-link wrap-anywhere font-mono text-sm">
            {delivery.kind}
          </PageLink>
          {delivery.test ? <TestMark /> : null}
        </p>
        <div className="text-muted text-sm">
          <Dotted>
            <span className="wrap-anywhere font-mono text-xs leading-5">{delivery.object_id}</span>
            <DateTime iso={delivery.created_at} variant="row" />
          </Dotted>
        </div>
      </div>
      <span className="flex items-center gap-2">
        <span className="tnum text-muted text-sm">{answerText(delivery)}</span>
        <DeliveryBadge of={delivery} />
      </span>
    </li>
  )
}
