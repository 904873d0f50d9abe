import * as Primitive from '@radix-ui/react-dialog'
import { Root as Slot } from '@radix-ui/react-slot'
import { keepPreviousData } from '@tanstack/react-query'
import { LoaderCircle, Search, X } from 'lucide-react'
import { type MouseEvent, type RefObject, useDeferredValue, useRef, useState } from 'react'
import { useMember, useRead } from '@/components/data/member'
import { useOnline } from '@/components/navigation/network'
import { PageLink } from '@/components/navigation/page-link'
import { useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { Announcement } from '@/components/ui/announcement'
import { useBackCloses } from '@/components/ui/back-guards'
import { Button } from '@/components/ui/button'
import { useActiveOption } from '@/components/ui/use-active-option'
import { useSettled } from '@/components/ui/use-settled'
import { foldText, SEARCH_TEXT_MAX } from '@/lib/domain/fold-text'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'
import { entryGroups, wordsOf } from './entry-groups'
import { foundGroups, type PaletteOption } from './found-groups'

/** Pause in typing after which the search is sent. */
const TYPING_PAUSE_MS = 140

type Props = {
  open: boolean
  onClose: () => void
  onShowKeys: () => void
  /** Element that had the focus before. */
  cameFrom: RefObject<Element | null>
}

/** Renders the palette, which finds objects by name, id, e-mail or amount, and screens by name. */
export function Palette({ open, onClose, onShowKeys, cameFrom }: Props) {
  const t = useTexts()
  const left = useRef(false)
  const close = () => {
    left.current = true
    onClose()
  }
  useBackCloses(open, onClose)
  // The component unmounts at once, which avoids another render for an exit animation that does not exist.
  if (!open) return null
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            left.current = false
            const field = event.target instanceof Element ? event.target.querySelector('input') : null
            field?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const before = left.current ? document.getElementById('content') : cameFrom.current
            if (before instanceof HTMLElement) before.focus({ preventScroll: true })
          }}
          className="fixed inset-x-2 top-2 z-50 flex h-[min(28rem,calc(100dvh-1rem))] flex-col overflow-hidden rounded-xl bg-raised shadow-float sm:inset-x-auto sm:top-[12vh] sm:left-1/2 sm:h-[min(28rem,76vh)] sm:w-[40rem] sm:max-w-[calc(100vw-2rem)] sm:-translate-x-1/2"
        >
          <Primitive.Title className="sr-only">{t('search.title')}</Primitive.Title>
          <PaletteSearch onPick={close} onShowKeys={onShowKeys} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Renders field and results. It is mounted with each opening, so the field is empty. Arrows move, Enter chooses. */
function PaletteSearch({ onPick, onShowKeys }: { onPick: () => void; onShowKeys: () => void }) {
  const t = useTexts()
  const [text, setText] = useState('')
  const { groups, settled, status, notice } = useResults(text.trim(), onShowKeys)
  const keys = groups.flatMap(({ options }) => options.map(({ key }) => key))
  const { active, idOf, listId, mark, typed, field } = useActiveOption({ keys, settled })
  const Icon = settled ? Search : LoaderCircle
  return (
    <>
      <div className="flex items-center gap-2.5 border-b px-4">
        <Icon aria-hidden className={cn('size-4 shrink-0 text-muted', !settled && 'animate-spin')} />
        <input
          type="text"
          {...field}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={text}
          maxLength={SEARCH_TEXT_MAX}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            typed()
            setText(event.target.value)
          }}
          className="min-h-12 w-full min-w-0 bg-transparent text-lg outline-none placeholder:text-muted focus-visible:outline-none"
        />
        {/* Keyboards have Escape. */}
        <Primitive.Close asChild>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('common.close')}
            className="-mr-3 pointer-fine:hidden"
          >
            <X aria-hidden className="size-5" />
          </Button>
        </Primitive.Close>
      </div>
      <Announcement>{status}</Announcement>
      {notice ? <p className="px-4 pt-3 text-muted text-sm">{notice}</p> : null}
      <div
        id={listId}
        role="listbox"
        aria-label={t('search.results')}
        className="min-h-0 flex-1 scroll-pt-2 scroll-pb-8 overflow-y-auto overscroll-contain p-1.5 pb-0"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box cannot contain a fieldset
          <div key={group.key} role="group" aria-labelledby={`${listId}-${group.key}`} className="pb-1.5">
            <div
              id={`${listId}-${group.key}`}
              role="presentation"
              className="px-2.5 pt-2 pb-1 text-muted text-xs"
            >
              {group.label}
            </div>
            {group.options.map((option) => (
              <Slot
                key={option.key}
                id={idOf(option.key)}
                role="option"
                tabIndex={-1}
                aria-selected={option.key === active}
                onPointerMove={() => mark(option.key)}
                onClick={(event: MouseEvent) => {
                  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onPick()
                }}
                className="hit flex w-full cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-base aria-selected:bg-accent-soft"
              >
                {typeof option.to === 'string' ? (
                  <PageLink href={option.to}>
                    <OptionContent {...option} />
                  </PageLink>
                ) : (
                  <button type="button" onClick={option.to}>
                    <OptionContent {...option} />
                  </button>
                )}
              </Slot>
            ))}
          </div>
        ))}
        {/* The fade shows that the list continues. */}
        <div
          aria-hidden
          className="pointer-events-none sticky bottom-0 h-8 bg-linear-to-t from-raised to-transparent"
        />
      </div>
    </>
  )
}

/** Renders an option. On a phone a long one takes two lines; elsewhere badges have equal widths, which aligns the amounts. */
function OptionContent({ Icon, title, lead, end, badge }: PaletteOption) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.9} />
      <span
        className={cn(
          'flex min-w-0 flex-1 gap-x-3',
          badge ? 'flex-col sm:flex-row sm:items-center' : 'items-center',
        )}
      >
        <span className={cn('min-w-0', badge ? 'sm:flex-1' : 'flex-1')}>
          <span dir="auto" title={title} className="block truncate">
            {title}
          </span>
          {lead ? (
            <span dir="auto" title={lead} className="block truncate text-muted text-xs">
              {lead}
            </span>
          ) : null}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 sm:shrink-0 sm:flex-nowrap">
          <span className="flex items-baseline gap-2 sm:flex-col sm:items-end sm:gap-0">{end}</span>
          {badge ? <span className="flex max-sm:ml-auto sm:w-31">{badge}</span> : null}
        </span>
      </span>
    </>
  )
}

/** Returns the options for a text in groups, with announcement and notice; not settled while they do not match the text. */
function useResults(text: string, onShowKeys: () => void) {
  const t = useTexts()
  const times = useTimes()
  const { granted } = useMember()
  const mayCharge = granted.includes('charges.create')
  const hasDisputes = useRead('payments/list/open-disputes', {}).data?.isKnown ?? false
  const online = useOnline()
  const { subject, isCharge } = mayCharge ? chargeIntent(text, t) : { subject: text, isCharge: false }
  const asked = useSettled(subject, TYPING_PAUSE_MS)
  const isAsked = isWorthSearching(asked)
  // The last results stay on screen until the next ones arrive. No event reports outdated ones: each search is sent again.
  const found = useRead(
    'search/list',
    { q: asked },
    { enabled: isAsked, placeholderData: isAsked ? keepPreviousData : undefined, staleTime: 0, retry: false },
  )
  const searches = isWorthSearching(subject)
  // The list follows the field in a later render: both at once would delay the next key.
  const isListed = useDeferredValue(true, false)
  const settled = isListed && (!searches || (asked === subject && !found.isFetching))
  // The placeholder of the last search would stay forever without a network. Cached results are shown.
  const isStandIn = !online && found.isPlaceholderData
  const answer = searches && !found.error && !isStandIn ? found.data : undefined
  const groups = isListed
    ? [
        ...entryGroups(text, { granted, hasDisputes, onShowKeys }, t),
        ...(answer ? foundGroups(answer, { isCharge, mayCharge, t, times }) : []),
      ]
    : []
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const failed = searches && settled && found.error !== null
  const trouble = online ? (failed ? t('search.failed') : null) : t('search.offline')
  const isNear = answer !== undefined && Object.values(answer.near).includes(true)
  const summary = `${t('search.found', { count })}${isNear ? `. ${t('common.nearMatches')}` : ''}`
  const outcome = settled ? summary : t('search.busy')
  const notice = trouble ?? (searches && settled && answer && count === 0 ? t('search.nothing') : null)
  return { groups, settled, status: trouble ?? (searches ? outcome : ''), notice }
}

/** Returns whether a text is sent: a single letter is not, since it matches too much; a single digit may be an amount. */
function isWorthSearching(text: string): boolean {
  return text.length >= 2 || /^\d$/.test(text)
}

/** Returns the rest of a text that begins with `charge` in the language of the member: `charge ana` looks for whom to charge. */
function chargeIntent(text: string, t: Translate): { subject: string; isCharge: boolean } {
  const [first = '', ...rest] = text.split(/\s+/)
  const isCharge = rest.length > 0 && wordsOf(t('search.chargeWords')).includes(foldText(first))
  return isCharge ? { subject: rest.join(' '), isCharge } : { subject: text, isCharge }
}
