import { Root as Slot } from '@radix-ui/react-slot'
import {
  type ComponentType,
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
      {...menuParts.intent}
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

/** Returns the part of an open menu that `pick` finds, rendered once the parts are loaded. */
function part<Props extends object>(pick: (parts: Parts) => ComponentType<Props>) {
  return function Part(props: Props) {
    const parts = useContext(PartsContext)
    if (!parts) return null
    const Loaded = pick(parts)
    return <Loaded {...props} />
  }
}

export const MenuItem = part((parts) => parts.MenuItem)
export const MenuHeading = part((parts) => parts.MenuHeading)
export const MenuSubject = part((parts) => parts.MenuSubject)
export const MenuSeparator = part((parts) => parts.MenuSeparator)
export const MenuRadio = part((parts) => parts.MenuRadio)
