'use client'

import { type PointerEvent, useRef } from 'react'

/** Where Tailwind's `sm` begins the panel stands at the side, and nothing pulls it down. */
const DESK = '(width >= 40rem)'
/** Let go beyond this share of its height, it goes on by itself. */
const FAR = 0.3
/** A flick needs no way, only speed: pixels per millisecond, after as many pixels as no tap makes. */
const FLICK_PX_PER_MS = 0.5
const FLICK_LEAST_PX = 16
const LEAVE_MS = 160

type Drag = { pointer: number; fromY: number; y: number; at: number; speed: number }

/**
 * A panel at the bottom edge is pulled down by its grip and closes when let go far enough or fast enough; else it springs
 * back. Returns the panel's ref and the grip's handlers.
 */
export function useSwipeCloses(close: () => void) {
  const panel = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)

  function start(event: PointerEvent<HTMLElement>) {
    const pressed = event.target instanceof Element && event.target.closest('button, a')
    if (pressed || !event.isPrimary || event.button !== 0 || matchMedia(DESK).matches) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { pointerId: pointer, clientY: y, timeStamp: at } = event
    drag.current = { pointer, fromY: y, y, at, speed: 0 }
  }

  function move(event: PointerEvent<HTMLElement>) {
    const before = drag.current
    if (!before || before.pointer !== event.pointerId || !panel.current) return
    const { clientY: y, timeStamp: at } = event
    const speed = at > before.at ? (y - before.y) / (at - before.at) : before.speed
    drag.current = { ...before, y, at, speed }
    panel.current.style.transform = `translateY(${Math.max(0, y - before.fromY)}px)`
  }

  function end(event: PointerEvent<HTMLElement>) {
    const last = drag.current
    const element = panel.current
    if (!last || last.pointer !== event.pointerId || !element) return
    drag.current = null
    const way = Math.max(0, last.y - last.fromY)
    const far = way > element.offsetHeight * FAR
    const flicked = way > FLICK_LEAST_PX && last.speed > FLICK_PX_PER_MS
    const leaves = event.type === 'pointerup' && (far || flicked)
    const to = leaves ? 'translateY(100%)' : 'none'
    const moved = element.animate([{ transform: `translateY(${way}px)` }, { transform: to }], {
      duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : LEAVE_MS,
      easing: 'ease-out',
    })
    element.style.transform = leaves ? to : ''
    if (!leaves) return
    moved.onfinish = () => {
      close()
      // Still there, it is busy and stays.
      setTimeout(() => {
        element.style.transform = ''
      }, LEAVE_MS)
    }
  }

  return {
    panel,
    grip: { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end },
  }
}
