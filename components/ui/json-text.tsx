import { Fragment } from 'react'

/** Matches a string with its colon, a number, or a JSON keyword. */
const PART = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/g

/** Renders JSON with values in another color than names. Other text is unchanged. */
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
