import { CopyCode } from '@/components/data/copy-code'
import { useMember } from '@/components/data/member'
import { PageLink } from '@/components/navigation/page-link'
import { Fold } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { TextLink } from '@/components/ui/text-link'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import { common } from '@/lib/messages/common'
import { detail as copy } from '@/lib/messages/detail'
import { deliveries } from '@/lib/messages/developer-deliveries'
import { drawJson, EventFold, JSON_INDENT } from './event-fold'
import { ObjectCurl } from './object-curl'

export type DevelopersProps = {
  object: unknown
  events: readonly ReceivedEvent[]
  /** Label of the object's JSON. */
  label: string
  /** Message for an object without webhooks, if it raises few. */
  noEvents?: string | undefined
}

/** Renders the folded section for developers: the object's JSON, and the received webhooks about it. */
export function Developers({ object, events, label, noEvents = copy.noEvents }: DevelopersProps) {
  const json = JSON.stringify(object, null, JSON_INDENT)
  return (
    <Fold summary={copy.developers}>
      <CodeBlock
        label={label}
        code={json}
        isWhole
        drawLine={drawJson}
        action={<CopyCode code={json} label={common.copyThing(label)} />}
      />
      <ObjectCurl object={object} />
      <div className="flex flex-col gap-2">
        <h3 className="text-base">{copy.events}</h3>
        {events.length === 0 ? <p className="text-muted">{noEvents}</p> : null}
        {events.map((event) => (
          <EventFold key={event.delivery_id} event={event} />
        ))}
        <DeliveriesLink object={object} />
      </div>
    </Fold>
  )
}

/** Renders the link to the deliveries of the object, for an account with a panel of this service. */
function DeliveriesLink({ object }: { object: unknown }) {
  const { hasPanel } = useMember()
  const id = typeof object === 'object' && object !== null && 'id' in object ? object.id : null
  if (!hasPanel || typeof id !== 'string') return null
  return (
    <TextLink className="self-start text-sm">
      <PageLink href={`/developers/deliveries?object=${encodeURIComponent(id)}`}>
        {deliveries.ofObject}
      </PageLink>
    </TextLink>
  )
}
