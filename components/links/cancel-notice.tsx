'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { failedAct } from '@/components/data/failed-act'
import { usePlace } from '@/components/locale/locale-provider'
import { useAccount } from '@/components/shell/use-account'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { useEndCountdown, useToast } from '@/components/ui/toast'
import { useSecondsUntil } from '@/components/ui/use-seconds-until'
import { numberFormat } from '@/lib/contract/formatters'
import type { LinkDetail } from '@/lib/dashboard/schema/link'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'
import { cancelSubject, HOLD_MAX_S } from './cancel-toasts'
import type { AskCancel } from './link-actions'
import { problemSentence } from './problem-sentence'
import { linkQuery } from './queries'

const words = links.detail

type UndoProps = {
  linkId: string
  cancel: ShownCancel
  undo: AskCancel
  /** The keyboard goes here when its own press has begun the cancel; where it is not shown, nothing does. */
  focus: boolean
  size?: 'sm'
  className?: string
}

/** Takes a cancel back while it waits. */
export function UndoCancel({ linkId, cancel, undo, focus, ...look }: UndoProps) {
  const client = useQueryClient()
  const account = useAccount()
  const toast = useToast()
  const endCountdown = useEndCountdown()
  const [busy, setBusy] = useState(false)
  // The page counts from here on; a toast that a row of the list began would count beside it, and on after an Undo.
  useEffect(() => endCountdown(cancelSubject(linkId)), [linkId, endCountdown])

  async function takeBack() {
    setBusy(true)
    const result = await undo({ id: cancel.id }).catch(() => null)
    setBusy(false)
    const { queryKey } = linkQuery(account, linkId)
    if (!result?.ok) {
      const told = { what: words.undoFailed, stands: words.undoFailedStands, retry: () => void takeBack() }
      toast({ about: cancelSubject(linkId), ...failedAct(result, told) })
    } else if (result.data.state === 'UNDONE') {
      client.setQueryData<LinkDetail>(queryKey, (known) => known && { ...known, cancel: null })
      toast({ message: words.cancelUndone })
    } else toast({ tone: 'danger', message: words.cancelTooLate })
    await client.invalidateQueries({ queryKey })
  }

  return (
    <Button {...look} busy={busy} onClick={takeBack} autoFocus={focus}>
      {words.cancelUndo}
    </Button>
  )
}

type Props = {
  cancel: ShownCancel
  paidCount: number
  /** `UndoCancel`, behind the seconds. */
  children?: ReactNode
}

/** A link's cancel while it waits or runs; the same in every tab and after a reload. */
export function CancelNotice({ cancel, paidCount, children }: Props) {
  const seconds = useSecondsUntil(Date.parse(cancel.due_at), HOLD_MAX_S)
  const { locale } = usePlace()
  const waits = cancel.state === 'WAITING'
  return (
    <>
      {/* Said once; a number that is read aloud each second would drown the button. */}
      <p role="status" className="sr-only">
        {waits ? words.cancelsSoon : words.cancelling}
      </p>
      <NoticeLine
        title={waits && seconds > 0 ? words.cancelsIn(seconds) : words.cancelling}
        note={cancel.problem ? words.cancelRetrying : keptNote(paidCount, locale)}
        wraps={cancel.problem !== null}
      >
        {waits ? children : undefined}
      </NoticeLine>
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
      <NoticeLine title={words.cancelsIn(HOLD_MAX_S)} note={keptNote(paidCount, locale)}>
        <Button size="sm" className="max-sm:hidden">
          {words.cancelUndo}
        </Button>
      </NoticeLine>
    </div>
  )
}

/** One line at every width, unless something went wrong with it. */
function NoticeLine({
  title,
  note,
  wraps = false,
  children,
}: {
  title: string
  note: string | null
  wraps?: boolean
  children: ReactNode
}) {
  return (
    <div className={cn('flex items-center gap-x-2', wraps && 'flex-wrap sm:flex-nowrap')}>
      <p className="tnum flex items-center gap-1.5 whitespace-nowrap font-medium text-neutral">
        <Clock aria-hidden className="size-4 shrink-0" />
        <span aria-hidden>{title}</span>
      </p>
      {note ? (
        <>
          <span aria-hidden className={wraps ? 'max-sm:hidden' : undefined}>
            ·
          </span>
          <p className={cn('min-w-0 text-text', wraps ? 'max-sm:order-last max-sm:basis-full' : 'truncate')}>
            {note}
          </p>
        </>
      ) : null}
      {/* No taller than its line, which is a sentence's otherwise. */}
      {children ? <span className="-my-1 ml-1 flex shrink-0 pointer-coarse:-my-2.5">{children}</span> : null}
    </div>
  )
}

/** What a cancel leaves as it is; null where nothing was collected that could be feared for. */
function keptNote(paidCount: number, locale: string): string | null {
  return paidCount === 0 ? null : words.cancelKeeps(numberFormat(locale).format(paidCount), paidCount === 1)
}

/** Why a link's cancel came to nothing; empty for one that did not fail. */
export function CancelFailed({ cancel }: { cancel: ShownCancel | null }) {
  if (cancel?.state !== 'FAILED') return null
  return (
    <Banner tone="danger" title={links.detail.cancelFailed} announce>
      {problemSentence(cancel.problem ?? 'internal_error')}
    </Banner>
  )
}
