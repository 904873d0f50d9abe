'use client'

import { useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { useGo } from '@/components/shell/navigation/use-go'
import { Button } from '@/components/ui/button'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { invitation as copy } from '@/lib/messages/invitation'

type Props = {
  label: string
  accept: () => Promise<ActionResult<{ path: string }>>
}

/** Renders the button by which a signed-in user joins a team. */
export function AcceptButton({ label, accept }: Props) {
  const go = useGo()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    setFailure(null)
    const result = await accept().catch(() => null)
    if (result?.ok) return go(result.data.path, { replace: true, whenBack: true })
    setBusy(false)
    setFailure({ message: result?.error.message ?? copy.noAnswer, requestId: result?.error.requestId })
  }
  return (
    <div className="flex flex-col gap-4">
      {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
      <Button variant="primary" busy={busy} busyLabel={copy.busy} onClick={press} className="min-h-10">
        {label}
      </Button>
    </div>
  )
}
