import { type PointerEvent, useRef } from 'react'

/** From Tailwind's `sm` the panel is at the side and cannot be swiped. */
const DESK = '(width >= 40rem)'
/** Share of the panel's height beyond which a released swipe closes it. */
const FAR = 0.3
/** Minimum speed of a flick, pixels per millisecond, which closes the panel after any distance longer than a tap. */
const FLICK_PX_PER_MS = 0.5
const FLICK_LEAST_PX = 16
const LEAVE_MS = 160

type Drag = { pointer: number; fromY: number; y: number; at: number; speed: number }

/** Returns the ref of a panel at the bottom edge and the handlers of its handle. A far or fast swipe down closes it. */
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
      // A busy panel is still mounted and springs back.
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
