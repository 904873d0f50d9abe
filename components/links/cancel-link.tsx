'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import type { LinkDetail, ShownCancel } from './link-shapes'
import { linkQuery } from './queries'

const words = links.detail

export type AskCancel = (input: { id: string }) => Promise<ActionResult<ShownCancel>>

/**
 * Cancelling is final, so it begins with seconds in which it can be undone (cancel-notice.tsx); a worker holds them,
 * not this page.
 */
export function CancelLink({ id, cancel, focus }: { id: string; cancel: AskCancel; focus: boolean }) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  async function ask() {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    const result = await cancel({ id }).catch(() => null)
    sending.current = false
    setBusy(false)
    const { queryKey } = linkQuery(id)
    if (!result?.ok) {
      toast({ tone: 'danger', message: result?.error.message ?? common.loadFailedHint })
      return client.invalidateQueries({ queryKey })
    }
    client.setQueryData<LinkDetail>(queryKey, (known) => known && { ...known, cancel: result.data })
  }

  return (
    <Button busy={busy} onClick={ask} autoFocus={focus}>
      {words.cancel}
    </Button>
  )
}
