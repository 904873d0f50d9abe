import { ChevronDown } from 'lucide-react'
import { DateTime } from '@/components/time/date-time'
import { CodeBlock } from '@/components/ui/code-block'
import { JsonText } from '@/components/ui/json-text'
import { type MirrorHealth, QUARANTINED_MAX } from '@/lib/dashboard/schema/mirror'
import { settings } from '@/lib/messages/settings'

const text = settings.health.quarantine

/** Objects that cannot be read, each with its reason and, folded, its raw JSON. */
export function QuarantinedObjects({
  quarantine: { count, newest },
  number,
}: {
  quarantine: MirrorHealth['quarantine']
  number: Intl.NumberFormat
}) {
  return (
    <div className="flex flex-col gap-2 py-1">
      <p>
        {text.summary(
          count,
          `${number.format(count)}${count < QUARANTINED_MAX ? '' : '+'}`,
          newest.map(({ noun, id }) => text.object(noun, id)),
        )}
      </p>
      <p className="text-muted text-sm">{text.hint}</p>
      {newest.map(({ noun, id, reason, at, raw }) => (
        <details key={`${noun} ${id} ${at} ${reason}`} className="group/odd rounded-md border px-3 py-1">
          <summary className="hit flex items-center justify-between gap-2 py-1">
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 text-muted text-sm">
              <bdi className="wrap-anywhere font-medium text-text">{text.object(noun, id)}</bdi>{' '}
              <DateTime iso={at} variant="row" />
            </span>
            <ChevronDown
              aria-hidden
              className="size-4 shrink-0 text-muted transition-transform group-open/odd:rotate-180 motion-reduce:transition-none"
            />
          </summary>
          <div className="flex flex-col gap-2 pb-2">
            <p className="wrap-anywhere text-sm">{text.reason(reason)}</p>
            {raw === null ? null : (
              <CodeBlock label={text.raw} code={raw} isWhole drawLine={(line) => <JsonText text={line} />} />
            )}
          </div>
        </details>
      ))}
    </div>
  )
}
