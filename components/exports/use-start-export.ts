import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureToast } from '@/components/data/failure-toast'
import { randomUuid } from '@/components/random/random-uuid'
import { useAccount } from '@/components/shell/navigation/use-account'
import { useGo } from '@/components/shell/navigation/use-go'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { type ExportJob, type ExportRequest, isExportInProgress } from '@/lib/dashboard/schema/export'
import { exports } from '@/lib/messages/exports'
import { EXPORTS_POLL_MS, exportsQuery } from './queries'

/** The server action that starts a file. */
export type StartExport = (
  input: ExportRequest & { form_token: string },
) => Promise<ActionResult<{ id: string }>>

/**
 * Returns a function that starts a file and reports it with a link to the list of files, and the file's current state.
 * One press starts one file.
 */
export function useStartExport(start: StartExport) {
  const toast = useToast()
  const go = useGo()
  const client = useQueryClient()
  const list = exportsQuery(useAccount())
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const [started, setStarted] = useState<{ id: string; of: string } | null>(null)
  const { data } = useQuery({
    ...list,
    enabled: started !== null,
    refetchInterval: ({ state }) =>
      state.data?.exports.some((job) => job.id === started?.id && !isExportInProgress(job))
        ? false
        : EXPORTS_POLL_MS,
  })
  async function begin(request: ExportRequest) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    const result = await start({ ...request, form_token: randomUuid() }).catch(() => null)
    sending.current = false
    setBusy(false)
    const about = `export:${request.kind}`
    if (!result?.ok) return toast({ about, ...failureToast(result, { what: exports.start.failed }) })
    setStarted({ id: result.data.id, of: JSON.stringify(request) })
    void client.invalidateQueries({ queryKey: list.queryKey })
    toast({
      about,
      message: exports.start.started,
      action: { label: exports.start.open, onSelect: () => void go('/exports') },
    })
  }
  /** Returns the started file while the page still shows the rows that it contains. */
  const jobOf = (request: ExportRequest): ExportJob | null =>
    started?.of === JSON.stringify(request)
      ? (data?.exports.find(({ id }) => id === started.id) ?? null)
      : null
  return { begin, busy, jobOf }
}
