import { useState } from 'react'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import { failureToast } from './failure'

type Failed = Parameters<typeof failureToast>[1] & {
  /** Subject of the toast, which replaces an earlier one about it. */
  about?: string
}

/** Returns whether a button's server action is running, and `press`, which runs one: its data, or null after a toast. */
export function usePress() {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function press<Data>(
    act: () => Promise<ActionResult<Data> | null>,
    { about, ...failed }: Failed,
  ): Promise<Data | null> {
    setBusy(true)
    const result = await act()
    setBusy(false)
    if (result?.ok) return result.data
    toast({ ...(about && { about }), ...failureToast(result, failed) })
    return null
  }
  return { busy, press }
}
