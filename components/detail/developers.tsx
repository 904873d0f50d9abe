'use client'

import { ChevronDown } from 'lucide-react'
import { CopyCode } from '@/components/data/copy-code'
import { DateTime } from '@/components/time/date-time'
import { Fold } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { JsonText } from '@/components/ui/json-text'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import { common } from '@/lib/messages/common'
import { detail as words } from '@/lib/messages/detail'

const INDENT = 2

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
  const json = JSON.stringify(object, null, INDENT)
  return (
    <Fold summary={words.developers}>
      <CodeBlock
        label={label}
        code={json}
        isWhole
        drawLine={drawJson}
        action={<CopyCode code={json} label={common.copyThing(label)} />}
      />
      <div className="flex flex-col gap-2">
        <h3 className="text-base">{words.events}</h3>
        {events.length === 0 ? <p className="text-muted">{noEvents}</p> : null}
        {events.map((event) => (
          <details key={event.delivery_id} className="group/event rounded-md border px-3 py-1">
            <summary className="hit flex items-center justify-between gap-2 py-1">
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 text-muted text-sm">
                <span className="wrap-anywhere font-medium font-mono text-text">{event.kind}</span>{' '}
                <span>{words.outcome[event.outcome]}</span> <DateTime iso={event.received_at} variant="row" />
              </span>
              <ChevronDown
                aria-hidden
                className="size-4 shrink-0 text-muted transition-transform group-open/event:rotate-180 motion-reduce:transition-none"
              />
            </summary>
            <div className="pb-2">
              <CodeBlock
                label={event.delivery_id}
                code={pretty(event.body)}
                isWhole
                drawLine={drawJson}
                action={<CopyCode code={event.body} label={common.copyThing(event.kind)} />}
              />
            </div>
          </details>
        ))}
      </div>
    </Fold>
  )
}

function drawJson(line: string) {
  return <JsonText text={line} />
}

/** Indented for reading; what is copied stays byte for byte as it came. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, INDENT)
  } catch {
    return body
  }
}
