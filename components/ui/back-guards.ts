import { useEffect, useRef } from 'react'

/** A layer over the page: a sheet, a dialog, the palette. */
type Layer = { close: () => void }

/** Key in the state of a guard: the number of guards up to it. */
const MARK = 'layers'
/** Delay after which a navigation by a link or form in the layer has begun. Two simultaneous steps would undo each other. */
const SETTLE_MS = 300

/** Open layers, the top one last. */
const layers: Layer[] = []
/** History keys of the guards, which distinguish them from pages. */
const guardKeys = new Set<string>()
/** Number of guards up to the current history entry. */
let guards = 0
/** URL of the guards. */
let page = ''
/** A step over guards is pending. */
let stepping = false
let watching = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Starts the listeners and records the URL. The shell calls it on each change of the URL, so a guard left by a reload or a
 * link is stepped over even if no layer has opened since.
 */
export function watchBack(): void {
  if (location.href !== page) {
    page = location.href
    guards = marksOf(history.state)
    if (guards > layers.length) settleIn(SETTLE_MS)
  }
  if (watching) return
  watching = true
  // The capture phase precedes the router's listener, which must not receive a guard's step.
  window.addEventListener('popstate', arrive, { capture: true })
  navigationApi()?.addEventListener('navigate', refuse)
}

/**
 * Registers a layer that Back closes on a touch device. While a layer (sheet, dialog, palette) is open, a guard follows the
 * page in the browser's history: an entry with the page's URL and the router's state. Back steps from the guard to the page,
 * and no page changes.
 *
 * | layers against guards | what happens | then |
 * |---|---|---|
 * | one more | a layer opened, no pages ahead in the history | one guard is pushed |
 * | one more | a layer opened on a page with pages ahead of it | no guard, which would drop them: Back itself is prevented |
 * | as many | Back | the top layer closes; the router receives no event |
 * | as many | Back, but the layer stays (it is busy) | its guard is pushed again |
 * | fewer | closed by its own button | after a delay the guard is stepped over, without an event to the router |
 * | fewer | Back before that | one more step, since the press was meant for the page |
 * | fewer | closed by a link in it | the link's page is pushed on the guard; a return steps over it |
 * | fewer | a reload with an open layer; Forward onto a guard | it is stepped over |
 * | any | one layer closes and another opens | the second takes the first one's guard |
 * | any | another address | left to the router; guards belong to the URL on which they were pushed |
 *
 * Returns the function to call when the layer has closed by any means.
 */
export function addLayer(layer: Layer): () => void {
  watchBack()
  layers.push(layer)
  settleIn(0)
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    settleIn(SETTLE_MS)
  }
}

/** Makes Back close an open layer on a touch device, instead of leaving the page (`addLayer`). */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!open || !matchMedia('(pointer: coarse)').matches) return
    return addLayer({ close: () => latest.current() })
  }, [open])
}

function settleIn(delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(settle, delayMs)
}

function settle(): void {
  if (stepping) return
  watchBack()
  if (layers.length < guards) {
    stepping = true
    history.go(layers.length - guards)
    return
  }
  while (guards < layers.length && !hasPagesAhead()) {
    guards += 1
    history.pushState({ ...history.state, [MARK]: guards }, '')
    const key = navigationApi()?.currentEntry?.key
    if (key) guardKeys.add(key)
  }
}

function arrive(event: PopStateEvent): void {
  const now = marksOf(event.state)
  if (location.href !== page) {
    stepping = false
    page = location.href
    guards = now
    if (guards > layers.length) settleIn(SETTLE_MS)
    return
  }
  if (now === guards) return
  event.stopImmediatePropagation()
  const before = guards
  guards = now
  if (stepping) {
    stepping = false
    settle()
  } else if (now > before) settleIn(0)
  else if (layers.length <= now) history.back()
  else {
    for (const layer of layers.slice(now).reverse()) layer.close()
    settleIn(SETTLE_MS)
  }
}

/** Prevents a step back if no guard could be pushed, as far as the browser allows it. */
function refuse(event: NavigateEvent): void {
  const here = navigationApi()?.currentEntry?.index
  if (stepping || !event.cancelable || event.navigationType !== 'traverse' || here === undefined) return
  if (event.destination.index >= here || layers.length <= guards) return
  event.preventDefault()
  layers.at(-1)?.close()
}

function hasPagesAhead(): boolean {
  const api = navigationApi()
  const here = api?.currentEntry?.index
  if (!api || here === undefined) return false
  const next = api.entries()[here + 1]
  return next !== undefined && !guardKeys.has(next.key)
}

/** Returns the Navigation API, which older browsers lack in spite of the types. */
function navigationApi(): Navigation | undefined {
  return 'navigation' in window ? window.navigation : undefined
}

function marksOf(state: unknown): number {
  const marks = typeof state === 'object' && state !== null && MARK in state ? state[MARK] : 0
  return typeof marks === 'number' ? marks : 0
}
