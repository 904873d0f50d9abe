import { useBaseUrl } from '@/components/data/base-url'
import { CopyCode } from '@/components/data/copy-code'
import { CurlFold } from '@/components/data/curl-fold'
import { Fold } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import { common } from '@/lib/messages/common'
import { detail as words } from '@/lib/messages/detail'
import { callsOf } from './calls-of'
import { drawJson, EventFold, JSON_INDENT } from './event-fold'

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
  const baseUrl = useBaseUrl()
  const calls = baseUrl === '' ? [] : callsOf(object, baseUrl)
  return (
    <Fold summary={words.developers}>
      <CodeBlock
        label={label}
        code={json}
        isWhole
        drawLine={drawJson}
        action={<CopyCode code={json} label={common.copyThing(label)} />}
      />
      {calls.length > 0 ? <CurlFold calls={calls} /> : null}
      <div className="flex flex-col gap-2">
        <h3 className="text-base">{words.events}</h3>
        {events.length === 0 ? <p className="text-muted">{noEvents}</p> : null}
        {events.map((event) => (
          <EventFold key={event.delivery_id} event={event} />
        ))}
      </div>
    </Fold>
  )
}
