'use client'

import * as Primitive from '@radix-ui/react-dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type RefObject, useDeferredValue, useRef, useState } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { useOnline } from '@/components/shell/health/network'
import { useAccount, useScreenPath } from '@/components/shell/navigation/use-account'
import { useBackCloses } from '@/components/ui/back-guards'
import { Button } from '@/components/ui/button'
import { Combobox, type ComboboxGroup } from '@/components/ui/combobox'
import { SEARCH_TEXT_MAX } from '@/lib/domain/split-search'
import { common } from '@/lib/messages/common'
import { search } from '@/lib/messages/search'
import { chargeIntent } from './charge-intent'
import { entryGroups } from './entry-groups'
import { foundGroups, further } from './found-groups'
import { LinkOption, PaymentOption } from './found-options'
import { PaletteHints } from './palette-hints'
import { isWorthSearching, searchQuery } from './queries'
import { type Recent, recentlySeen } from './recent'
import { useSettled } from './use-settled'

/** Pause in typing after which the search is sent. */
const TYPING_PAUSE_MS = 140

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShowKeys: () => void
  granted: readonly string[]
  mayCreateLinks: boolean
  mayCreateCustomers: boolean
  mayCharge: boolean
  /** Element that had the focus before. */
  cameFrom: RefObject<Element | null>
}

/** Renders the palette, which finds objects by name, id, e-mail or amount, and screens by name. */
export function Palette({ open, onOpenChange, onShowKeys, cameFrom, ...may }: Props) {
  const left = useRef(false)
  const close = () => {
    left.current = true
    onOpenChange(false)
  }
  useBackCloses(open, () => onOpenChange(false))
  // The component unmounts at once, which avoids another render for an exit animation that does not exist.
  if (!open) return null
  return (
    <Primitive.Root open onOpenChange={onOpenChange}>
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
          <Primitive.Title className="sr-only">{search.title}</Primitive.Title>
          <PaletteSearch onPick={close} onShowKeys={onShowKeys} {...may} />
          <PaletteHints />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

type SearchProps = {
  granted: readonly string[]
  mayCreateLinks: boolean
  mayCreateCustomers: boolean
  mayCharge: boolean
  onPick: () => void
  onShowKeys: () => void
}

/** Renders field and results. It is mounted with each opening, so the field is empty. */
function PaletteSearch({ onPick, onShowKeys, ...may }: SearchProps) {
  const account = useAccount()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { subject, isCharge } = may.mayCharge ? chargeIntent(text) : { subject: text, isCharge: false }
  const asked = useSettled(subject, TYPING_PAUSE_MS)
  const found = useQuery(searchQuery(account, asked))
  const searches = isWorthSearching(subject)
  // The list follows the field in a later render: both at once would delay the next key.
  const isListed = useDeferredValue(true, false)
  const settled = isListed && (!searches || (asked === subject && !found.isFetching))
  const online = useOnline()
  // The placeholder of the last search would stay forever without a network. Cached results are shown.
  const isStandIn = !online && found.isPlaceholderData
  const answer = searches && !found.error && !isStandIn ? found.data : undefined
  const client = useQueryClient()
  const path = useScreenPath()
  const { locale } = useLocale()
  const failed = online && searches && settled && found.error !== null
  const trouble = online ? (failed ? search.failed : null) : search.offline
  const entries = isListed ? entryGroups(text, may, onShowKeys) : []
  const things = answer ? foundGroups(answer, asked, { locale, isCharge, mayCharge: may.mayCharge }) : []
  const count =
    optionsIn(entries) +
    (answer
      ? answer.customers.length + answer.payments.length + answer.links.length + answer.settlements.length
      : 0)
  const isNear = answer !== undefined && Object.values(answer.near).includes(true)
  const nothing = searches && settled && answer !== undefined && count === 0
  const notice = trouble ?? (nothing ? search.nothing : null)
  const groups = !isListed
    ? []
    : [
        ...(text === '' ? recentGroups(recentlySeen(client, account, path)) : []),
        ...entries,
        ...things,
        // The lists are offered only after a failure: they have no results either if the search found none.
        ...(failed ? further(text) : []),
      ]
  return (
    <Combobox
      label={search.label}
      placeholder={search.placeholder}
      listLabel={search.results}
      value={typed}
      onValueChange={setTyped}
      groups={groups}
      settled={settled}
      onPick={onPick}
      after={<PaletteCross />}
      maxLength={SEARCH_TEXT_MAX}
      status={
        trouble ??
        (!searches
          ? ''
          : settled
            ? `${search.found(count)}${isNear ? `. ${common.nearMatches}` : ''}`
            : search.busy)
      }
      notice={notice ? <p className="px-4 pt-3 text-muted text-sm">{notice}</p> : null}
    />
  )
}

/** Renders the close button on touch screens; keyboards have Escape. */
function PaletteCross() {
  return (
    <Primitive.Close asChild>
      <Button variant="quiet" size="icon" aria-label={common.close} className="-mr-3 pointer-fine:hidden">
        <X aria-hidden className="size-5" />
      </Button>
    </Primitive.Close>
  )
}

function optionsIn(groups: readonly ComboboxGroup[]): number {
  return groups.reduce((sum, { options }) => sum + options.length, 0)
}

function recentGroups(recents: readonly Recent[]): ComboboxGroup[] {
  if (recents.length === 0) return []
  const options = recents.map((recent) =>
    recent.noun === 'links'
      ? { key: `recent-${recent.link.id}`, element: <LinkOption link={recent.link} /> }
      : { key: `recent-${recent.payment.id}`, element: <PaymentOption payment={recent.payment} /> },
  )
  return [{ key: 'recent', label: search.recent, options }]
}
