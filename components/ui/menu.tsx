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

/** Loaded on hover or focus of a button, since menus are as large as a page. */
const menuParts = lazyModule(() => import('./menu-parts'))

const PartsContext = createContext<Parts | null>(null)

/** Renders a menu with its `trigger`, a button. */
export function Menu(props: MenuParts.MenuProps) {
  const [opened, setOpened] = useState<{ parts: Parts; byKey: boolean } | null>(null)
  async function open(byKey: boolean) {
    const parts = await menuParts.loadOrNull()
    if (!parts) return
    // The press gets feedback first: on a slow phone a menu takes longer than a frame to render.
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
      // A click with detail 0 comes from the keyboard.
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

/** Renders one action or, with `asChild`, one link. */
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

/** Renders a radio group with a check mark at the choice. */
export function MenuRadio<T extends string>(props: MenuParts.MenuRadioProps<T>) {
  const parts = useContext(PartsContext)
  return parts ? <parts.MenuRadio {...props} /> : null
}
