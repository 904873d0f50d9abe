import { type ReactNode, useEffect, useRef } from 'react'

/** Height below the foot from which floating elements fit under it, pixels. */
const ROOM_BELOW = 224

/** Renders the sticky buttons of a long form with its failure. Floating elements stay above it (`--above-foot`). */
export function FormFoot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => (foot.current ? publishPosition(foot.current) : undefined), [])
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

/** Sets `--foot`, the foot's height, and `--above-foot`, the distance of its upper edge from the window's lower edge, on the document. */
function publishPosition(foot: HTMLElement): () => void {
  const { style } = document.documentElement
  const published = new Map<string, string>()
  const publish = (name: string, px: number) => {
    const value = `${Math.ceil(px)}px`
    // A change restyles the whole document, so equal values are skipped.
    if (published.get(name) === value) return
    published.set(name, value)
    style.setProperty(name, value)
  }
  const measure = () => {
    const { top, bottom, height } = foot.getBoundingClientRect()
    publish('--foot', height)
    publish(
      '--above-foot',
      window.innerHeight - bottom > ROOM_BELOW ? 0 : Math.max(0, window.innerHeight - top),
    )
  }
  const sizes = new ResizeObserver(measure)
  sizes.observe(foot)
  // The foot also moves when the content above it grows.
  sizes.observe(document.body)
  window.addEventListener('scroll', measure, { passive: true })
  window.addEventListener('resize', measure)
  return () => {
    sizes.disconnect()
    window.removeEventListener('scroll', measure)
    window.removeEventListener('resize', measure)
    for (const name of published.keys()) style.removeProperty(name)
  }
}
