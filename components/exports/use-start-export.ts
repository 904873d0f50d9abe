import { useState } from 'react'
import { failedAct } from '@/components/data/failed-act'
import { randomUuid } from '@/components/random/random-uuid'
import { useGo } from '@/components/shell/use-go'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ExportRequest } from '@/lib/dashboard/schema/export'
import { exports } from '@/lib/messages/exports'

/** The server action that starts a file. */
export type StartExport = (
  input: ExportRequest & { form_token: string },
) => Promise<ActionResult<{ id: string }>>

/** Returns what starts a file and reports it with a way to the list of files; one press is one file. */
export function useStartExport(start: StartExport) {
  const toast = useToast()
  const go = useGo()
  const [busy, setBusy] = useState(false)
  async function begin(request: ExportRequest) {
    if (busy) return
    setBusy(true)
    const result = await start({ ...request, form_token: randomUuid() }).catch(() => null)
    setBusy(false)
    const about = `export:${request.kind}`
    if (!result?.ok) return toast({ about, ...failedAct(result, { what: exports.start.failed }) })
    toast({
      about,
      message: exports.start.started,
      action: { label: exports.start.open, onSelect: () => void go('/exports') },
    })
  }
  return { begin, busy }
}
