'use client'

import { Clock } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { useEndCountdown } from '@/components/ui/toast'
import { useSecondsUntil } from '@/components/ui/use-seconds-until'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { numberFormat } from '@/lib/domain/formatters'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'
import { problemSentence } from './problem-sentence'
import { cancelSubject, UNDO_MAX_S, useUndoCancel } from './use-cancel-link'

const copy = links.detail

type UndoProps = {
  linkId: string
  cancel: ShownCancel
  /** Called when it is pressed. */
  onPress: () => void
  /** True if this tab began the cancellation, which focuses the button. */
  focus: boolean
  size?: 'sm'
  className?: string
}

/** Renders the Undo button of a waiting cancellation. */
export function UndoCancel({ linkId, cancel, onPress, focus, ...look }: UndoProps) {
  const endCountdown = useEndCountdown()
  const { sending, takeBack } = useUndoCancel(linkId)
  // The notice replaces the countdown in a toast of the list.
  useEffect(() => endCountdown(cancelSubject(linkId)), [linkId, endCountdown])
  function press() {
    onPress()
    void takeBack(cancel.id)
  }
  return (
    <Button {...look} busy={sending} onClick={press} autoFocus={focus}>
      {copy.cancelUndo}
    </Button>
  )
}

type Props = {
  cancel: ShownCancel
  paidCount: number
  /** The `UndoCancel` button, after the countdown. */
  children?: ReactNode
}

/** Renders a waiting or running cancellation, the same in every tab and after a reload. */
export function CancelNotice({ cancel, paidCount, children }: Props) {
  const seconds = useSecondsUntil(Date.parse(cancel.due_at), UNDO_MAX_S)
  const { locale } = useLocale()
  const waits = cancel.state === 'WAITING'
  return (
    <>
      {/* The countdown is hidden from screen readers, which would read it aloud each second. */}
      <p role="status" className="sr-only">
        {waits ? copy.cancelsSoon : copy.cancelling}
      </p>
      <NoticeLine
        title={waits && seconds > 0 ? copy.cancelsIn(seconds) : copy.cancelling}
        note={cancel.problem ? copy.cancelRetrying : keptNote(paidCount, locale)}
        wraps={cancel.problem !== null}
      >
        {waits ? children : undefined}
      </NoticeLine>
    </>
  )
}

/**
 * Reserves the space of the notice in the line that it replaces, which keeps the layout stable. Invisible, also to screen
 * readers.
 */
export function CancelNoticeSpacer({ paidCount }: { paidCount: number }) {
  const { locale } = useLocale()
  return (
    <div aria-hidden className="invisible">
      <NoticeLine title={copy.cancelsIn(UNDO_MAX_S)} note={keptNote(paidCount, locale)}>
        <Button size="sm" className="max-sm:hidden">
          {copy.cancelUndo}
        </Button>
      </NoticeLine>
    </div>
  )
}

/** Renders the notice on one line at every width, except after a failed attempt. */
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
      {/* The button does not enlarge the line. */}
      {children ? <span className="-my-1 ml-1 flex shrink-0 pointer-coarse:-my-2.5">{children}</span> : null}
    </div>
  )
}

/** Returns the message about payments that a cancellation keeps; null without payments. */
function keptNote(paidCount: number, locale: string): string | null {
  return paidCount === 0 ? null : copy.cancelKeeps(numberFormat(locale).format(paidCount), paidCount === 1)
}

/** Renders the reason of a failed cancellation, otherwise nothing. */
export function CancelFailed({ cancel }: { cancel: ShownCancel | null }) {
  if (cancel?.state !== 'FAILED') return null
  return (
    <Banner tone="danger" title={links.detail.cancelFailed} announce>
      {problemSentence(cancel.problem ?? 'internal_error')}
    </Banner>
  )
}
