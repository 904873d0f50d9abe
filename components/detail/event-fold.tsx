import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyCode } from '@/components/data/curl'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { CodeBlock, JsonText } from '@/components/ui/code-block'
import type { ReceivedEvent } from '@/lib/dashboard/mirror/shape'

export const JSON_INDENT = 2

export function EventFold({ event, children }: { event: ReceivedEvent; children?: ReactNode }) {
  const t = useTexts()
  return (
    <details className="group/event rounded-md border bg-surface px-3 py-1">
      <summary className="hit flex items-center justify-between gap-2 py-1">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 text-muted text-sm">
          <span className="wrap-anywhere font-medium font-mono text-text">{event.kind}</span>{' '}
          <span>{t(`detail.outcome.${event.outcome}`)}</span>{' '}
          <DateTime iso={event.received_at} variant="row" />
        </span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open/event:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="flex flex-col gap-2 pb-2">
        {children}
        <CodeBlock
          label={event.delivery_id}
          code={prettyJson(event.body)}
          isWhole
          drawLine={drawJson}
          action={<CopyCode code={event.body} label={t('common.copyThing', { thing: event.kind })} />}
        />
      </div>
    </details>
  )
}

export function drawJson(line: string) {
  return <JsonText text={line} />
}

/** Returns a JSON body with indentation. The copy button copies the original bytes. */
export function prettyJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, JSON_INDENT)
  } catch {
    return body
  }
}
