import type { TextPlace } from './read-records'

/** The part of a field's width in which a word that begins there is seen whole. */
const SEEN = 0.7

/** Selects a part of a field and brings it into sight: a selection alone scrolls neither its field nor the page. */
export function selectPlace(field: HTMLTextAreaElement, { from, to }: TextPlace): void {
  field.focus({ preventScroll: true })
  field.setSelectionRange(from, to)
  const lines = field.value.split('\n')
  const before = field.value.slice(0, from).split('\n')
  const longest = Math.max(1, ...lines.map((line) => line.length))
  // Its letters are all as wide as each other, and so are its lines high.
  const across = ((before.at(-1) ?? '').length / longest) * field.scrollWidth
  const down = ((before.length - 1) / lines.length) * field.scrollHeight
  // At the beginning of its row as long as it can be seen there.
  const left = across < field.clientWidth * SEEN ? 0 : across - field.clientWidth / 3
  field.scrollTo({ left, top: down - field.clientHeight / 3 })
  const { top, bottom } = field.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) field.scrollIntoView({ block: 'center' })
}
