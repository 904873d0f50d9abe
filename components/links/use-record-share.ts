import { useCallback } from 'react'
import { recordShareAction } from '@/app/(dashboard)/[account]/links/actions'
import { useAct } from '@/components/data/read'
import type { ShareChannel } from '@/lib/dashboard/schema/link'

/** Returns the function that records one use of a link's URL. Its failure is no concern of the user's. */
export function useRecordShare() {
  const record = useAct(recordShareAction)
  return useCallback((id: string, channel: ShareChannel) => void record({ id, channel }), [record])
}
