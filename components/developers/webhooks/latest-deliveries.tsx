import { PageLink } from '@/components/shell/page-link'
import { DateTime } from '@/components/time/date-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Dotted } from '@/components/ui/dotted'
import { TextLink } from '@/components/ui/text-link'
import type { EndpointDelivery } from '@/lib/dashboard/schema/developers/webhooks'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { TestBadge } from './endpoint-badge'
import { failureText } from './health-text'

const copy = webhooks.deliveries

const tones: Readonly<Record<string, Tone>> = {
  PENDING: 'neutral',
  SUCCEEDED: 'success',
  FAILED: 'danger',
  SKIPPED: 'muted',
}

type Props = { endpointId: string; deliveries: readonly EndpointDelivery[] }

/** The newest deliveries to an endpoint, and the link to all of them. */
export function LatestDeliveries({ endpointId, deliveries }: Props) {
  return (
    <Card
      title={copy.title}
      action={
        deliveries.length > 0 ? (
          <TextLink>
            <PageLink href={`/developers/deliveries?endpoint=${encodeURIComponent(endpointId)}`}>
              {copy.all}
            </PageLink>
          </TextLink>
        ) : null
      }
    >
      {deliveries.length === 0 ? (
        <>
          <p className="font-medium">{copy.none}</p>
          <p className="mt-0.5 text-muted text-sm">{copy.noneHint}</p>
        </>
      ) : (
        <ul className="-my-1 divide-y divide-border/70">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Card>
  )
}

export function deliveryHref(id: string): string {
  return `/developers/deliveries/${encodeURIComponent(id)}`
}

function DeliveryRow({ delivery }: { delivery: EndpointDelivery }) {
  const { id, kind, objectId, status, test, createdAt, attempts, answerStatus, errorClass } = delivery
  const statuses: Readonly<Record<string, string>> = copy.status
  return (
    <li className="relative -mx-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md px-2 py-2 hover:bg-hover">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <PageLink href={deliveryHref(id)} className="record-link wrap-anywhere font-mono text-sm">
            {kind}
          </PageLink>
          {test ? <TestBadge /> : null}
        </p>
        <div className="text-muted text-sm">
          <Dotted>
            <span className="wrap-anywhere font-mono text-xs leading-5">{objectId}</span>
            <DateTime iso={createdAt} variant="row" />
          </Dotted>
        </div>
      </div>
      <span className="flex items-center gap-2">
        <span className="tnum text-muted text-sm">
          {errorClass ? failureText({ errorClass, answerStatus }) : answerStatus}
        </span>
        <Badge tone={tones[status] ?? 'neutral'}>
          {status === 'PENDING' && attempts > 0 ? copy.retrying : (statuses[status] ?? status)}
        </Badge>
      </span>
    </li>
  )
}
