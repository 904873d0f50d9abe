'use client'

import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import type { HostProblem, RowMirror } from '@/lib/dashboard/schema/mirror'
import { common } from '@/lib/messages/common'
import { mirror as copy } from '@/lib/messages/mirror'

type Props = { confirmed: boolean | null; problem: HostProblem | null; mirror: RowMirror }

/** Renders a notice if an object is unconfirmed, missing at the host, or reported with contradictions. */
export function Freshness({ confirmed, problem, mirror }: Props) {
  const code = mirror.missing ? 'object_missing' : problem?.code
  return (
    <>
      {confirmed !== false && !mirror.missing ? null : (
        <Banner tone="warning" title={code ? copy.unconfirmedBy[code] : copy.unconfirmed}>
          <p>
            {copy.lastSeen} <DateTime iso={mirror.seen_at} />
          </p>
          {problem?.requestId ? (
            <p className="mt-1 wrap-anywhere text-muted text-xs">{common.requestId(problem.requestId)}</p>
          ) : null}
        </Banner>
      )}
      {mirror.conflict ? <Banner tone="warning" title={copy.conflict} /> : null}
    </>
  )
}
