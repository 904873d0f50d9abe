'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '@/components/shell/navigation/use-account'
import { DateTime } from '@/components/time/date-time'
import { CodeBlock } from '@/components/ui/code-block'
import { JsonText } from '@/components/ui/json-text'
import { type MirrorHealth, QUARANTINED_MAX, type QuarantinedObject } from '@/lib/dashboard/schema/mirror'
import { settings } from '@/lib/messages/settings'
import { rawObjectsQuery } from './queries'

const text = settings.health.quarantine

/** Renders the unreadable objects, each with its reason and, collapsed, its raw JSON. */
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
      {newest.map((object) => (
        <UnreadableObject key={`${object.noun} ${object.id} ${object.at} ${object.reason}`} {...object} />
      ))}
    </div>
  )
}

function UnreadableObject({ noun, id, reason, at }: QuarantinedObject) {
  const account = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...rawObjectsQuery(account), enabled: isOpen })
  const raw =
    data?.find((object) => object.noun === noun && object.id === id && object.at === at)?.raw ?? null
  return (
    <details
      className="group/odd rounded-md border px-3 py-1"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
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
  )
}
