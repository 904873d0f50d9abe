import { CopyCode } from '@/components/data/copy-code'
import { useOwnPanel } from '@/components/data/own-panel'
import { PageLink } from '@/components/shell/page-link'
import { Fold } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { TextLink } from '@/components/ui/text-link'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import { common } from '@/lib/messages/common'
import { detail as words } from '@/lib/messages/detail'
import { deliveries } from '@/lib/messages/developer-deliveries'
import { drawJson, EventFold, JSON_INDENT } from './event-fold'
import { ObjectCurl } from './object-curl'

export type DevelopersProps = {
  object: unknown
  events: readonly ReceivedEvent[]
  /** Names the object's JSON. */
  label: string
  /** The reason why no webhook may be there, where the object raises few. */
  noEvents?: string | undefined
}

/** The folded part for whoever integrates: the object as the API gives it, and the webhooks received about it. */
export function Developers({ object, events, label, noEvents = words.noEvents }: DevelopersProps) {
  const json = JSON.stringify(object, null, JSON_INDENT)
  return (
    <Fold summary={words.developers}>
      <CodeBlock
        label={label}
        code={json}
        isWhole
        drawLine={drawJson}
        action={<CopyCode code={json} label={common.copyThing(label)} />}
      />
      <ObjectCurl object={object} />
      <div className="flex flex-col gap-2">
        <h3 className="text-base">{words.events}</h3>
        {events.length === 0 ? <p className="text-muted">{noEvents}</p> : null}
        {events.map((event) => (
          <EventFold key={event.delivery_id} event={event} />
        ))}
        <DeliveriesLink object={object} />
      </div>
    </Fold>
  )
}

/** The way to what was sent about the object to the merchant's own endpoints, where the account has a panel here. */
function DeliveriesLink({ object }: { object: unknown }) {
  const hasPanel = useOwnPanel()
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
