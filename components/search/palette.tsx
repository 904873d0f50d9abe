'use client'

import * as Primitive from '@radix-ui/react-dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type RefObject, useDeferredValue, useRef, useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { useOnline } from '@/components/shell/network'
import { useAccount, useScreenPath } from '@/components/shell/use-account'
import { Button } from '@/components/ui/button'
import { Combobox, type ComboboxGroup } from '@/components/ui/combobox'
import { useBackCloses } from '@/components/ui/use-back-closes'
import { common } from '@/lib/messages/common'
import { search } from '@/lib/messages/search'
import { chargeIntent } from './charge-intent'
import { foundGroups, further } from './found-groups'
import { LinkOption, PaymentOption } from './found-options'
import { PaletteHints } from './palette-hints'
import { palettePlace } from './palette-place'
import { placeGroups } from './place-groups'
import { isWorthSearching, searchQuery } from './queries'
import { type Recent, recentlySeen } from './recent'
import { useSettled } from './use-settled'

/** Between two keys of somebody who types; the server is asked once they pause. */
const TYPING_PAUSE_MS = 140

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShowKeys: () => void
  granted: readonly string[]
  mayCreateLinks: boolean
  mayCreateCustomers: boolean
  mayCharge: boolean
  /** What was typed before the palette was here; it begins with that. */
  typedAhead: RefObject<string>
  /** What had the focus before. */
  cameFrom: RefObject<Element | null>
}

/** Everything by its name, id, e-mail or amount, and every place, from one field. Loaded when it is first asked for. */
export function Palette({ open, onOpenChange, onShowKeys, typedAhead, cameFrom, ...may }: Props) {
  const left = useRef(false)
  const close = () => {
    left.current = true
    onOpenChange(false)
  }
  useBackCloses(open, () => onOpenChange(false))
  // Gone in one commit. Told to be closed, it would be drawn once more and asked for an animation that it has not.
  if (!open) return null
  return (
    <Primitive.Root open onOpenChange={onOpenChange}>
      <Primitive.Portal>
        {/* It comes where its place stood, and not a second time from afar. */}
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            left.current = false
            const field = event.target instanceof Element ? event.target.querySelector('input') : null
            field?.focus()
            // Who is typing goes on at the end.
            field?.setSelectionRange(field.value.length, field.value.length)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const before = left.current ? document.getElementById('content') : cameFrom.current
            if (before instanceof HTMLElement) before.focus({ preventScroll: true })
          }}
          className={palettePlace}
        >
          <Primitive.Title className="sr-only">{search.title}</Primitive.Title>
          <PaletteSearch begun={typedAhead} onPick={close} onShowKeys={onShowKeys} {...may} />
          <PaletteHints />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

type SearchProps = {
  begun: RefObject<string>
  granted: readonly string[]
  mayCreateLinks: boolean
  mayCreateCustomers: boolean
  mayCharge: boolean
  onPick: () => void
  onShowKeys: () => void
}

/** Mounted with each opening, so that each begins with what was typed for it alone. */
function PaletteSearch({ begun, onPick, onShowKeys, ...may }: SearchProps) {
  const account = useAccount()
  const [typed, setTyped] = useState(() => begun.current)
  const text = typed.trim()
  const { subject, isCharge } = may.mayCharge ? chargeIntent(text) : { subject: text, isCharge: false }
  const asked = useSettled(subject, TYPING_PAUSE_MS)
  const found = useQuery(searchQuery(account, asked))
  const searches = isWorthSearching(subject)
  // The field takes over from its place first, and the list follows: both at once are a long wait for the next key.
  const isListed = useDeferredValue(true, false)
  const settled = isListed && (!searches || (asked === subject && !found.isFetching))
  const online = useOnline()
  // Without a network the last answer would stand in for this one for good; what was asked before is still here.
  const isStandIn = !online && found.isPlaceholderData
  const answer = searches && !found.error && !isStandIn ? found.data : undefined
  const client = useQueryClient()
  const path = useScreenPath()
  const { locale } = usePlace()
  const failed = online && searches && settled && found.error !== null
  const trouble = online ? (failed ? search.failed : null) : search.offline
  const places = isListed ? placeGroups(text, may, onShowKeys) : []
  const things = answer ? foundGroups(answer, asked, { locale, isCharge, mayCharge: may.mayCharge }) : []
  const count =
    optionsIn(places) +
    (answer
      ? answer.customers.length + answer.payments.length + answer.links.length + answer.settlements.length
      : 0)
  const nothing = searches && settled && answer !== undefined && count === 0
  const told = trouble ?? (nothing ? search.nothing : null)
  const groups = !isListed
    ? []
    : [
        ...(text === '' ? recentGroups(recentlySeen(client, account, path)) : []),
        ...places,
        ...things,
        // After an honest nothing the lists have nothing either: all three search alike.
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
      status={trouble ?? (!searches ? '' : settled ? search.found(count) : search.busy)}
      notice={told ? <p className="px-4 pt-3 text-muted text-sm">{told}</p> : null}
    />
  )
}

/** The way out for a thumb; a keyboard has Escape. */
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
