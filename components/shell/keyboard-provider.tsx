'use client'

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMember } from '@/components/data/member'
import { dropKeys, holdKeys, reportListening } from '@/components/keyboard/held-keys'
import { copyTarget, KeyboardContext, moveRow } from '@/components/keyboard/keyboard'
import { offeredItems } from '@/components/navigation/nav-items'
import { TopProgress } from '@/components/navigation/page-loading'
import { useGo } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { writeClipboard } from '@/components/ui/copy-button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { type ToastInput, useToast } from '@/components/ui/toast'
import type { Translate } from '@/lib/messages/translator'
import { isPaletteKey, type KeyCommand, type KeyState, readKey } from './key-map'

const palette = lazyModule(() => import('@/components/search/palette').then((module) => module.Palette))
const keySheet = lazyModule(() => import('./key-sheet').then((module) => module.KeySheet))

const SINGLE_KEYS = 'single-keys'

/** Handles the keys of the whole dashboard. The palette and the sheet of keys are loaded when they are first opened. */
export function KeyboardProvider({ apple, children }: { apple: boolean; children: ReactNode }) {
  const { granted } = useMember()
  const t = useTexts()
  const go = useGo()
  const toast = useToast()
  const [open, setOpen] = useState<'search' | 'keys' | null>(null)
  const Search = useLazyModule(palette)
  const KeySheet = useLazyModule(keySheet)
  const [singleKeys, setSingleKeys] = useState(true)
  const state = useRef<KeyState>(null)
  const cameFrom = useRef<Element | null>(null)

  // The palette closes after another layer has taken its place.
  const closeSearch = useCallback(() => setOpen((now) => (now === 'search' ? null : now)), [])

  const value = useMemo(
    () => ({
      apple,
      openSearch: async () => {
        holdKeys()
        if (!(await isLayerGone())) return dropKeys()
        cameFrom.current = document.activeElement
        setOpen('search')
        if (!(await palette.loadOrNull())) closeSearch()
      },
      openKeys: async () => {
        if (await keySheet.loadOrNull()) setOpen('keys')
      },
      preloadSearch: palette.preload,
    }),
    [apple, closeSearch],
  )

  useEffect(() => setSingleKeys(localStorage.getItem(SINGLE_KEYS) !== 'off'), [])

  useEffect(() => {
    const run = async (command: KeyCommand) => {
      const item = offeredItems(granted).find(({ id }) => command === `go-${id}`)
      const isNewLink = command === 'new-link' && granted.includes('links.create')
      if (item || isNewLink) {
        // Text typed beside the fields of a form must not leave it.
        if (!document.querySelector('#content form[method="post"]')) go(item?.href ?? '/links/new')
      } else if (command === 'search' && !focusOwnSearch()) value.openSearch()
      else if (command === 'show-keys') value.openKeys()
      else if (command === 'next-row') moveRow(1)
      else if (command === 'previous-row') moveRow(-1)
      else if (command === 'copy') toast(await copyFocused(t))
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (isPaletteKey(event)) {
        if (open !== 'search' && hasOpenLayer() && !isLeaving()) return
        event.preventDefault()
        if (open === 'search') setOpen(null)
        else value.openSearch()
        return
      }
      if (open !== null && !hasOpenLayer()) {
        if (event.key === 'Escape') setOpen(null)
        return
      }
      const isText = !singleKeys || isTyping(event.target) || hasOpenLayer()
      const reading = readKey(state.current, event, Date.now(), isText)
      state.current = reading.state
      if (!reading.command) return
      event.preventDefault()
      void run(reading.command)
    }
    document.addEventListener('keydown', onKeyDown)
    reportListening()
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open, singleKeys, granted, go, toast, t, value])

  return (
    <KeyboardContext.Provider value={value}>
      {children}
      {Search ? (
        <Search
          open={open === 'search'}
          onClose={closeSearch}
          onShowKeys={value.openKeys}
          cameFrom={cameFrom}
        />
      ) : null}
      {open === 'search' && !Search ? <TopProgress /> : null}
      {KeySheet ? (
        <KeySheet
          open={open === 'keys'}
          onClose={() => setOpen(null)}
          apple={apple}
          singleKeys={singleKeys}
          onSingleKeys={(on) => {
            localStorage.setItem(SINGLE_KEYS, on ? 'on' : 'off')
            setSingleKeys(on)
          }}
        />
      ) : null}
    </KeyboardContext.Provider>
  )
}

async function copyFocused(t: Translate): Promise<ToastInput> {
  const { value, kind } = copyTarget()
  const copied = await writeClipboard(value)
  return copied
    ? { message: t(`keyboard.copied.${kind}`) }
    : { message: t('common.copyFailed'), tone: 'danger' }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'))
  )
}

function hasOpenLayer(): boolean {
  return document.querySelector(':is([role="dialog"], [role="alertdialog"], [role="menu"])') !== null
}

function isLeaving(): boolean {
  return document.querySelector('[data-leaving]') !== null
}

/** Longest time for which the palette waits for a panel that was closed. */
const LEAVING_MAX_MS = 2_000

/** Waits for a panel that was closed. @returns false if it stays */
async function isLayerGone(): Promise<boolean> {
  const until = Date.now() + LEAVING_MAX_MS
  while (isLeaving() && Date.now() < until) await new Promise(requestAnimationFrame)
  return !isLeaving()
}

/** Focuses the search box of a list, which precedes the palette. Returns false without one. */
function focusOwnSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('#content input[type="search"]')
  if (!box || box.getClientRects().length === 0) return false
  box.focus()
  box.select()
  return true
}
