/** What lies over the page: a sheet, a dialog, the palette. */
type Layer = { close: () => void }

/** In the state of a guard: how many guards stand up to it. */
const MARK = 'layers'
/** A link or a form that closed a layer has begun its own way by then; two ways at once would undo each other. */
const CALM_MS = 300

/** From below to the top. */
const layers: Layer[] = []
/** Keys of the guards, by which one that lies ahead is told from a page. */
const guardKeys = new Set<string>()
/** Guards up to where the history stands now. */
let guards = 0
/** The address to which these belong. */
let page = ''
/** Our own step over guards has not arrived yet. */
let stepping = false
let watching = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Begins to listen, and takes note of the address. Called by the frame of the pages on each change of the address, so that
 * a guard left by a reload or by a link is stepped over even where no layer was opened since.
 */
export function watchBack(): void {
  if (location.href !== page) {
    page = location.href
    guards = marksOf(history.state)
    if (guards > layers.length) settleIn(CALM_MS)
  }
  if (watching) return
  watching = true
  // Before the router's own listener, which a guard's step must not reach.
  window.addEventListener('popstate', arrive, { capture: true })
  navigationApi()?.addEventListener('navigate', refuse)
}

/**
 * On a phone Back means "away with what lies on top". While a layer (sheet, dialog, palette) is open under a thumb, a
 * guard stands above the page in the browser's history: an entry with the page's own address and the router's own
 * state, so that Back steps from the guard to the page and no page changes.
 *
 * | layers against guards | what happens | then |
 * |---|---|---|
 * | one more | a layer opened, nothing ahead in the history | one guard is pushed |
 * | one more | a layer opened on a page with pages ahead of it | no guard, which would drop them: Back itself is refused |
 * | as many | Back | the top layer closes; the router never hears of it |
 * | as many | Back, but the layer stays (it is busy) | its guard is pushed again |
 * | fewer | closed by its own button | once nothing has followed, the guard is stepped over, unheard |
 * | fewer | Back before that | one step more: the press meant the page |
 * | fewer | closed by a link in it | the link's page is pushed on the guard; whoever comes back steps over it |
 * | fewer | a reload with an open layer; Forward onto a guard | it is stepped over |
 * | any | one layer closes and another opens | the second takes the first one's guard |
 * | any | another address | the router's matter; guards belong to the address on which they were pushed |
 *
 * Returns what must be called once the layer is closed, by whatever means.
 */
export function addLayer(layer: Layer): () => void {
  watchBack()
  layers.push(layer)
  settleIn(0)
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    settleIn(CALM_MS)
  }
}

function settleIn(delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(settle, delayMs)
}

/** Makes the guards as many as the layers. */
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
    if (guards > layers.length) settleIn(CALM_MS)
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
    settleIn(CALM_MS)
  }
}

/** Where no guard could be pushed, the step back itself is held up, as far as the browser lets a page do so. */
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

/** Older browsers have none, whatever the types say. */
function navigationApi(): Navigation | undefined {
  return 'navigation' in window ? window.navigation : undefined
}

function marksOf(state: unknown): number {
  const marks = typeof state === 'object' && state !== null && MARK in state ? state[MARK] : 0
  return typeof marks === 'number' ? marks : 0
}
