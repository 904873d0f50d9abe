import { Fragment } from 'react'

/** A string and whether a colon follows it, a number, or a word of JSON. */
const PART = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/g

/** JSON with its values in another tone than its names; anything that is none stays as it is. */
export function JsonText({ text }: { text: string }) {
  const shown = []
  let from = 0
  for (const match of text.matchAll(PART)) {
    const [whole, string, colon, literal] = match
    shown.push(<Fragment key={from}>{text.slice(from, match.index)}</Fragment>)
    from = match.index + whole.length
    if (colon) shown.push(<Fragment key={`name-${match.index}`}>{whole}</Fragment>)
    else
      shown.push(
        <span key={match.index + 0.5} className={literal ? 'text-warning' : 'text-accent-text'}>
          {string ?? literal}
        </span>,
      )
  }
  return [...shown, text.slice(from)]
}
