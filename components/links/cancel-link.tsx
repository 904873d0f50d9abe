'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import type { LinkDetail, ShownCancel } from './link-shapes'
import { linkQuery } from './queries'

const words = links.detail

export type AskCancel = (input: { id: string }) => Promise<ActionResult<ShownCancel>>

type Props = {
  id: string
  cancel: AskCancel
  /** A cancel waits or runs: the button keeps its place, so that a second press hits no other. */
  isCancelling: boolean
  /** The keyboard comes back here once the cancel was undone. */
  focus: boolean
}

/**
 * Cancelling is final, so it begins with seconds in which it can be undone (cancel-notice.tsx); a worker holds them,
 * not this page.
 */
export function CancelLink({ id, cancel, isCancelling, focus }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const [sending, setSending] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const rests = sending || isCancelling
  const rested = useRef(rests)

  useEffect(() => {
    if (rested.current && !rests && focus) button.current?.focus()
    rested.current = rests
  }, [rests, focus])

  async function ask() {
    if (rests) return
    setSending(true)
    const result = await cancel({ id }).catch(() => null)
    setSending(false)
    const { queryKey } = linkQuery(id)
    if (!result?.ok) {
      toast({ tone: 'danger', message: result?.error.message ?? common.loadFailedHint })
      return client.invalidateQueries({ queryKey })
    }
    client.setQueryData<LinkDetail>(queryKey, (known) => known && { ...known, cancel: result.data })
  }

  return (
    <Button ref={button} aria-disabled={rests || undefined} onClick={ask}>
      {/* As wide as the wider word, whichever it says. */}
      <span className="grid justify-items-center *:[grid-area:1/1]">
        <span className={rests ? 'invisible' : undefined}>{words.cancel}</span>
        <span className={rests ? undefined : 'invisible'}>{words.cancelling}</span>
      </span>
    </Button>
  )
}
