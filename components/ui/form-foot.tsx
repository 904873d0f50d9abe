'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** What lies below a foot that is this far up has room there, and need not stand above it; px. */
const ROOM_BELOW = 224

/**
 * The verbs of a long form, in reach wherever the form is read; above a phone's bar. What failed as a whole stands here
 * too, before the verbs: whoever pressed one looks there. What floats over the page keeps above it (`--above-foot`).
 */
export function FormFoot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => (foot.current ? tellPlace(foot.current) : undefined), [])
  return (
    <div
      ref={foot}
      data-form-foot
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-2 rounded-b-xl border-t bg-surface px-4 py-3 sm:px-6 sm:py-4 md:bottom-0 [@media(height<30rem)]:static"
    >
      {children}
    </div>
  )
}

/** Keeps `--foot`, its height, and `--above-foot`, how far its upper edge is from the window's lower one, on the document. */
function tellPlace(foot: HTMLElement): () => void {
  const { style } = document.documentElement
  const told = new Map<string, string>()
  const tell = (name: string, px: number) => {
    const value = `${Math.ceil(px)}px`
    // The whole document looks at it: only what is new is said.
    if (told.get(name) === value) return
    told.set(name, value)
    style.setProperty(name, value)
  }
  const measure = () => {
    const { top, bottom, height } = foot.getBoundingClientRect()
    tell('--foot', height)
    tell('--above-foot', window.innerHeight - bottom > ROOM_BELOW ? 0 : Math.max(0, window.innerHeight - top))
  }
  const sizes = new ResizeObserver(measure)
  sizes.observe(foot)
  // What grows above it moves it as well.
  sizes.observe(document.body)
  window.addEventListener('scroll', measure, { passive: true })
  window.addEventListener('resize', measure)
  return () => {
    sizes.disconnect()
    window.removeEventListener('scroll', measure)
    window.removeEventListener('resize', measure)
    for (const name of told.keys()) style.removeProperty(name)
  }
}
