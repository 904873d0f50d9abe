'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { useSecondsUntil } from '@/components/ui/use-seconds-until'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import type { AskCancel } from './ask-cancel'
import { HOLD_MAX_S } from './cancel-hold'
import type { LinkDetail, ShownCancel } from './link-shapes'
import { linkQuery } from './queries'

const words = links.detail

type Props = {
  linkId: string
  cancel: ShownCancel
  paidCount: number
  undo: AskCancel | null
  /** The keyboard goes to Undo when its own press has begun the cancel. */
  focus: boolean
}

/** A link's cancel while it waits or runs, in one line; the same in every tab and after a reload. */
export function CancelNotice({ linkId, cancel, paidCount, undo, focus }: Props) {
  const seconds = useSecondsUntil(Date.parse(cancel.due_at), HOLD_MAX_S)
  const { locale } = usePlace()
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function takeBack() {
    if (!undo) return
    setBusy(true)
    const result = await undo({ id: cancel.id }).catch(() => null)
    setBusy(false)
    const { queryKey } = linkQuery(linkId)
    if (!result?.ok) toast({ tone: 'danger', message: result?.error.message ?? common.loadFailedHint })
    else if (result.data.state === 'UNDONE') {
      client.setQueryData<LinkDetail>(queryKey, (known) => known && { ...known, cancel: null })
      toast({ message: words.cancelUndone })
    } else toast({ tone: 'danger', message: words.cancelTooLate })
    await client.invalidateQueries({ queryKey })
  }

  const waits = cancel.state === 'WAITING'
  const title = waits && seconds > 0 ? words.cancelsIn(seconds) : words.cancelling
  return (
    <>
      {/* Said once; a number that is read aloud each second would drown the button. */}
      <p role="status" className="sr-only">
        {waits ? words.cancelsSoon : words.cancelling}
      </p>
      <NoticeLine
        title={title}
        note={cancel.problem ? words.cancelRetrying : keptNote(paidCount, locale)}
        action={
          waits && undo ? (
            <Button size="sm" busy={busy} onClick={takeBack} autoFocus={focus}>
              {words.cancelUndo}
            </Button>
          ) : undefined
        }
      />
    </>
  )
}

/**
 * The room that the notice will need, for the line whose place it takes: nothing moves when a cancel begins or is
 * undone. Neither seen nor heard.
 */
export function CancelNoticeRoom({ paidCount }: { paidCount: number }) {
  const { locale } = usePlace()
  return (
    <div aria-hidden className="invisible">
      <NoticeLine
        title={words.cancelsIn(HOLD_MAX_S)}
        note={keptNote(paidCount, locale)}
        action={<Button size="sm">{words.cancelUndo}</Button>}
      />
    </div>
  )
}

function NoticeLine({ title, note, action }: { title: string; note: string; action: ReactNode }) {
  return (
    <div className="flex items-center gap-x-3">
      <p className="min-w-0">
        <span aria-hidden className="tnum mr-1.5 whitespace-nowrap font-medium text-neutral">
          <Clock className="mr-1.5 inline size-4 align-[-0.1875rem]" />
          {title}
        </span>{' '}
        <span className="text-text">{note}</span>
      </p>
      {/* No taller than its line, which is a sentence's otherwise. */}
      {action ? <span className="-my-1 flex shrink-0 pointer-coarse:-my-2.5">{action}</span> : null}
    </div>
  )
}

function keptNote(paidCount: number, locale: string): string {
  return paidCount === 0
    ? words.keepsNothing
    : words.cancelKeeps(new Intl.NumberFormat(locale).format(paidCount), paidCount === 1)
}
