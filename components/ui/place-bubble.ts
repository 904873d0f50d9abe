export type BubbleSide = 'top' | 'right' | 'bottom'

type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

/** Distance of a bubble from its anchor and from the window's edge, pixels. */
const GAP_PX = 6
const MARGIN_PX = 8

/** Returns the position of a bubble: on the requested side, on the other without space, always within the window. */
export function placeBubble(
  anchor: Box,
  bubble: Size,
  view: Size,
  side: BubbleSide,
): { left: number; top: number } {
  const middle = {
    left: anchor.left + (anchor.width - bubble.width) / 2,
    top: anchor.top + (anchor.height - bubble.height) / 2,
  }
  const above = anchor.top - GAP_PX - bubble.height
  const below = anchor.top + anchor.height + GAP_PX
  const behind = anchor.left + anchor.width + GAP_PX
  const before = anchor.left - GAP_PX - bubble.width
  const fitsBelow = below + bubble.height <= view.height - MARGIN_PX
  const fitsAbove = above >= MARGIN_PX
  const fitsBehind = behind + bubble.width <= view.width - MARGIN_PX
  const wished = {
    top: { ...middle, top: fitsAbove || !fitsBelow ? above : below },
    bottom: { ...middle, top: fitsBelow || !fitsAbove ? below : above },
    right: { ...middle, left: fitsBehind ? behind : before },
  }[side]
  return {
    left: within(wished.left, view.width - bubble.width),
    top: within(wished.top, view.height - bubble.height),
  }
}

function within(value: number, most: number): number {
  return Math.max(MARGIN_PX, Math.min(value, most - MARGIN_PX))
}
