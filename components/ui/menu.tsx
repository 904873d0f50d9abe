'use client'

import { Root as Slot } from '@radix-ui/react-slot'
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  startTransition,
  useContext,
  useState,
} from 'react'
import { lazyModule } from './lazy-module'
import type * as MenuParts from './menu-parts'

type Parts = typeof MenuParts

/** A menu weighs as much as a page of ours: it comes when somebody reaches for its button. */
const menuParts = lazyModule(() => import('./menu-parts'))

const PartsContext = createContext<Parts | null>(null)

/** A menu that hangs on `trigger` (a single button). */
export function Menu(props: MenuParts.MenuProps) {
  const [opened, setOpened] = useState<{ parts: Parts; byKey: boolean } | null>(null)
  async function open(byKey: boolean) {
    const parts = await menuParts.ask()
    if (!parts) return
    // The press is answered first: a menu takes longer to lay out than a frame on a slow phone.
    startTransition(() => setOpened({ parts, byKey }))
  }
  if (opened) {
    return (
      <PartsContext value={opened.parts}>
        <opened.parts.OpenMenu {...props} byKey={opened.byKey} />
      </PartsContext>
    )
  }
  return (
    <Slot
      aria-haspopup="menu"
      aria-expanded={false}
      data-state="closed"
      onPointerEnter={menuParts.preload}
      onFocus={menuParts.preload}
      // A click without a pointer's detail is Enter or the space bar.
      onClick={(event) => void open(event.detail === 0)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        void open(true)
      }}
    >
      {props.trigger}
    </Slot>
  )
}

/** One verb or, with `asChild`, one link. */
export function MenuItem(props: ComponentProps<Parts['MenuItem']>) {
  const parts = useContext(PartsContext)
  return parts ? <parts.MenuItem {...props} /> : null
}

export function MenuHeading(props: ComponentProps<Parts['MenuHeading']>) {
  const parts = useContext(PartsContext)
  return parts ? <parts.MenuHeading {...props} /> : null
}

export function MenuSubject(props: ComponentProps<Parts['MenuSubject']>) {
  const parts = useContext(PartsContext)
  return parts ? <parts.MenuSubject {...props} /> : null
}

export function MenuSeparator() {
  const parts = useContext(PartsContext)
  return parts ? <parts.MenuSeparator /> : null
}

/** One of several, its choice ticked. */
export function MenuRadio<T extends string>(props: MenuParts.MenuRadioProps<T>) {
  const parts = useContext(PartsContext)
  return parts ? <parts.MenuRadio {...props} /> : null
}
