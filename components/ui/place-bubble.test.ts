import { expect, it } from 'vitest'
import { placeBubble } from './place-bubble'

const view = { width: 400, height: 300 }
const bubble = { width: 100, height: 20 }
const anchor = { left: 150, top: 100, width: 60, height: 30 }

it('a bubble is centered on the requested side', () => {
  expect(placeBubble(anchor, bubble, view, 'top')).toEqual({ left: 130, top: 74 })
  expect(placeBubble(anchor, bubble, view, 'bottom')).toEqual({ left: 130, top: 136 })
  expect(placeBubble(anchor, bubble, view, 'right')).toEqual({ left: 216, top: 105 })
})

it('a bubble without space moves to the other side', () => {
  expect(placeBubble({ ...anchor, top: 10 }, bubble, view, 'top').top).toBe(46)
  expect(placeBubble({ ...anchor, top: 265 }, bubble, view, 'bottom').top).toBe(239)
  expect(placeBubble({ ...anchor, left: 320 }, bubble, view, 'right').left).toBe(214)
})

it('a bubble stays within the window', () => {
  expect(placeBubble({ ...anchor, left: 0 }, bubble, view, 'top').left).toBe(8)
  expect(placeBubble({ ...anchor, left: 360 }, bubble, view, 'top').left).toBe(292)
})
