import { useQueryClient } from '@tanstack/react-query'
import { Ban, Clock, Copy, CopyPlus, Ellipsis, Hash, RotateCw, Share2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cancelLinkAction, undoCancelAction } from '@/app/(dashboard)/[account]/links/actions'
import { useAct, useCan } from '@/components/data/member'
import { read } from '@/components/data/read'
import { usePress } from '@/components/data/use-press'
import { summaryOf } from '@/components/detail/detail-screen'
import { SupportItem } from '@/components/detail/more-menu'
import { MenuLink } from '@/components/navigation/menu-link'
import { useAccount } from '@/components/navigation/use-go'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { type Times, useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { writeClipboard } from '@/components/ui/copy-button'
import { Menu, MenuItem, MenuSeparator, MenuSubject } from '@/components/ui/menu'
import { useEndCountdown, useToast } from '@/components/ui/toast'
import { useSecondsUntil } from '@/components/ui/use-seconds-until'
import type { ShownCancel } from '@/lib/dashboard/links/cancel'
import type { LinkDetail } from '@/lib/dashboard/links/get-link'
import { CANCEL_UNDO_MS } from '@/lib/dashboard/links/shape'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { moneyText } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'
import { canShare, isOpen, isUnderWay, problemSentence, shareHref, useRecordShare, usesText } from './face'

/** Limit of the countdown, seconds: a browser clock may be off by minutes. */
const UNDO_MAX_S = CANCEL_UNDO_MS / 1_000

/** Returns the subject of all toasts about the cancellation of one link: a newer toast replaces the older one. */
function subjectOf(linkId: string): string {
  return `cancel:${linkId}`
}

type CancelActs = ReturnType<typeof useCancelLink>

/** Returns the functions that request and undo the cancellation of a link. A retry of either is safe. */
export function useCancelLink({ id, shown_status }: Pick<ShownLink, 'id' | 'shown_status'>) {
  const cancel = useAct(cancelLinkAction)
  const takeBack = useAct(undoCancelAction)
  const t = useTexts()
  const toast = useToast()
  const client = useQueryClient()
  const account = useAccount()
  const { busy, press } = usePress()
  /** True once this tab has acted: only then the focus follows the buttons. */
  const [pressed, setPressed] = useState(false)
  const about = subjectOf(id)

  /** Shows a changed cancellation at once, if given, and refetches the links. */
  function show(next?: ShownCancel | null) {
    if (next !== undefined)
      client.setQueryData<LinkDetail>(
        read(account, 'links/detail', { id }).queryKey,
        (known) => known && { ...known, cancel: next },
      )
    return client.invalidateQueries({ queryKey: [account, 'links'] })
  }

  /** Requests the cancellation; `onBegun` receives it. */
  async function request(onBegun: (cancel: ShownCancel) => void = () => {}) {
    setPressed(true)
    const stands = shown_status === 'ACTIVE' ? { stands: t('links.detail.stillPayable') } : {}
    const retry = () => void request(onBegun)
    const failed = { about, what: t('links.detail.cancelFailed'), ...stands, retry }
    const begun = await press(() => cancel({ id }), failed)
    if (begun) onBegun(begun)
    await show(begun ?? undefined)
  }

  async function undo(cancelId: string) {
    setPressed(true)
    const failed = {
      about,
      what: t('links.detail.undoFailed'),
      stands: t('links.detail.undoFailedStands'),
      retry: () => void undo(cancelId),
    }
    const undone = await press(() => takeBack({ id: cancelId }), failed)
    const isUndone = undone?.state === 'UNDONE'
    if (isUndone) toast({ about, message: t('links.detail.cancelUndone') })
    else if (undone) toast({ about, tone: 'danger', message: t('links.detail.cancelTooLate') })
    await show(isUndone ? null : undefined)
  }

  return { busy, pressed, request, undo }
}

type NoticeProps = { link: ShownLink; cancel: ShownCancel; acts: CancelActs }

/** Renders a waiting or running cancellation with its Undo button, the same in every tab and after a reload. */
export function CancelNotice({ link, cancel, acts }: NoticeProps) {
  const mayUndo = useCan('links.cancel')
  const endCountdown = useEndCountdown()
  const t = useTexts()
  const seconds = useSecondsUntil(Date.parse(cancel.due_at), UNDO_MAX_S)
  const waits = cancel.state === 'WAITING'
  const { id, paid_count: paid } = link
  const kept = paid === 0 ? null : t('links.detail.cancelKeeps', { count: paid })
  const note = cancel.problem ? t('links.detail.cancelRetrying') : kept
  // The notice replaces the countdown in a toast of the list.
  useEffect(() => endCountdown(subjectOf(id)), [id, endCountdown])
  return (
    <>
      {/* The countdown is hidden from screen readers, which would read it aloud each second. */}
      <p role="status" className="sr-only">
        {t(waits ? 'links.detail.cancelsSoon' : 'links.detail.cancelling')}
      </p>
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="tnum flex items-center gap-1.5 whitespace-nowrap font-medium text-neutral">
          <Clock aria-hidden className="size-4 shrink-0" />
          <span aria-hidden>
            {waits && seconds > 0 ? t('links.detail.cancelsIn', { seconds }) : t('links.detail.cancelling')}
          </span>
        </p>
        {note ? <p className="text-text">{note}</p> : null}
        {waits && mayUndo ? (
          // The button does not enlarge the line.
          <span className="-my-1 flex pointer-coarse:-my-2.5">
            <Button
              size="sm"
              busy={acts.busy}
              autoFocus={acts.pressed}
              onClick={() => void acts.undo(cancel.id)}
            >
              {t('links.detail.cancelUndo')}
            </Button>
          </span>
        ) : null}
      </div>
    </>
  )
}

export function CancelFailed({ cancel }: { cancel: ShownCancel | null }) {
  const t = useTexts()
  if (cancel?.state !== 'FAILED') return null
  return (
    <Banner tone="danger" title={t('links.detail.cancelFailed')} announce>
      {problemSentence(cancel.problem ?? 'internal_error', t)}
    </Banner>
  )
}

type MenuProps = {
  link: ShownLink
  cancel: ShownCancel | null
  acts: CancelActs
  /** True in a row of the list, where a toast counts down. The page of a link has a notice instead. */
  isRow?: boolean
}

/**
 * Renders the menu of a link. Canceling is final, so it begins with a delay in which it can be undone. A worker keeps
 * that delay, not this page.
 */
export function LinkMenu({ link, cancel, acts, isRow = false }: MenuProps) {
  const t = useTexts()
  const endCountdown = useEndCountdown()
  const button = useRef<HTMLButtonElement>(null)
  const cancelling = isUnderWay(cancel)
  const wasCancelling = useRef(cancelling)
  const takesFocus = acts.pressed && !isRow
  useEffect(() => {
    if (wasCancelling.current && !cancelling) {
      // The toast would continue its countdown after the cancellation ended in another tab.
      endCountdown(subjectOf(link.id))
      if (takesFocus) button.current?.focus()
    }
    wasCancelling.current = cancelling
  }, [cancelling, takesFocus, link.id, endCountdown])
  return (
    <Menu
      trigger={
        <Button
          ref={button}
          aria-label={isRow ? t('links.more', { title: link.title }) : t('links.detail.more')}
          {...(isRow ? { size: 'icon', variant: 'quiet' } : { className: 'px-2.5 pointer-coarse:min-w-11' })}
          Icon={Ellipsis}
        />
      }
    >
      {isRow ? <MenuSubject>{link.title}</MenuSubject> : null}
      <LinkItems link={link} cancel={cancel} acts={acts} isRow={isRow} />
    </Menu>
  )
}

function LinkItems({ link, cancel, acts, isRow }: Required<MenuProps>) {
  const mayCreate = useCan('links.create')
  const mayCancel = useCan('links.cancel')
  const record = useRecordShare()
  const toast = useToast()
  const { supportTime } = useTimes()
  const { locale } = useLocale()
  const t = useTexts()
  const cancelling = isUnderWay(cancel)
  const newHref = (how: 'from' | 'renew') => `/links/new?${how}=${encodeURIComponent(link.id)}`

  async function copyText(text: string, message: string) {
    const ok = await writeClipboard(text)
    toast(ok ? { message } : { tone: 'danger', message: t('common.copyFailed') })
    if (ok && text === link.url) record(link.id, 'copied')
  }

  function countDown({ id, due_at }: ShownCancel) {
    const counts = {
      title: (seconds: number) => t('links.detail.cancelsIn', { seconds }),
      over: t('links.detail.cancelling'),
      what: t('links.quoted', { title: link.title }),
    }
    toast({
      about: subjectOf(link.id),
      message: t('links.cancelledSoon', { title: link.title }),
      counts: { untilMs: Date.parse(due_at), most: UNDO_MAX_S, ...counts },
      action: { label: t('links.detail.cancelUndo'), onSelect: () => void acts.undo(id) },
    })
  }

  return (
    <>
      {mayCancel && cancel?.state === 'WAITING' && isRow ? (
        <MenuItem Icon={Undo2} onSelect={() => void acts.undo(cancel.id)}>
          {t('links.detail.undoCancel')}
        </MenuItem>
      ) : null}
      {canShare({ ...link, cancel }) ? (
        <>
          <MenuItem
            Icon={Copy}
            onSelect={() => void copyText(link.url, t('links.copied', { title: link.title }))}
          >
            {t('link-share.copy')}
          </MenuItem>
          <MenuLink href={shareHref(link.id)} Icon={Share2}>
            {t('links.detail.share')}
          </MenuLink>
        </>
      ) : null}
      {mayCreate && link.shown_status === 'EXPIRED' ? (
        <MenuLink href={newHref('renew')} Icon={RotateCw}>
          {t('links.detail.renew')}
        </MenuLink>
      ) : null}
      {mayCreate ? (
        <MenuLink href={newHref('from')} Icon={CopyPlus}>
          {t('links.detail.duplicate')}
        </MenuLink>
      ) : null}
      <MenuItem
        Icon={Hash}
        onSelect={() => void copyText(link.id, t('links.idCopied', { title: link.title }))}
      >
        {t('links.copyId')}
      </MenuItem>
      {isRow ? null : <SupportItem summary={linkSummary(link, locale, t, supportTime)} />}
      {mayCancel && isOpen(link) && !(isRow && cancelling) ? (
        <>
          <MenuSeparator />
          <MenuItem
            danger
            disabled={cancelling || acts.busy}
            Icon={Ban}
            onSelect={() => void acts.request(isRow ? countDown : undefined)}
          >
            {t(cancelling ? 'links.detail.cancelling' : 'links.detail.cancel')}
          </MenuItem>
        </>
      ) : null}
    </>
  )
}

/** Returns a summary of a link for support: ids, state, uses and times in both zones. The title is left out, since it may name a person. */
export function linkSummary(
  link: ShownLink,
  locale: string,
  t: Translate,
  supportTime: Times['supportTime'],
): string {
  const { id, shown_status, amount, currency, created_at, expires_at } = link
  return summaryOf([
    [t('links.support.link'), id],
    [t('links.support.status'), `${t(`link-states.status.${shown_status}`)} (${shown_status})`],
    [t('links.support.amount'), moneyText(amount, currency, locale)],
    [t('links.support.uses'), usesText(link, t)],
    [t('links.support.url'), link.url],
    [t('links.support.created'), supportTime(created_at)],
    [t('links.support.expires'), expires_at && supportTime(expires_at)],
    [t('links.support.customer'), link.customer_id],
  ])
}
