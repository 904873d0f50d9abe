'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import type { ShownLink } from './link-shapes'

const words = links.detail

type Props = {
  link: ShownLink
  cancel: (input: { id: string }) => Promise<ActionResult<ShownLink>>
}

/** Closing a link is final, so a dialog names it and what stays; the focus waits on the safe verb. */
export function CancelLink({ link, cancel }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const sending = useRef(false)

  async function confirm() {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setFailure(null)
    const result = await cancel({ id: link.id }).catch(() => null)
    sending.current = false
    setBusy(false)
    await client.invalidateQueries({ queryKey: ['links'] })
    if (!result?.ok) return setFailure(result?.error.message ?? common.loadFailedHint)
    setOpen(false)
    toast({ message: words.cancelled })
  }

  return (
    <Dialog
      trigger={<Button>{words.cancel}</Button>}
      open={open}
      onOpenChange={setOpen}
      title={words.cancelTitle(link.title)}
      description={
        <>
          <p>{words.cancelBody}</p>
          <p className="mt-1">{words.cancelKeeps(link.paid_count)}</p>
        </>
      }
      closeLabel={common.close}
      footer={
        <>
          <Button autoFocus onClick={() => setOpen(false)}>
            {words.cancelKeep}
          </Button>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {words.cancelConfirm}
          </Button>
        </>
      }
    >
      {failure ? (
        <Banner tone="danger" title={words.cancelFailed} announce>
          {failure}
        </Banner>
      ) : null}
    </Dialog>
  )
}
