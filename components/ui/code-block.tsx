import { Fragment, type ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

type Props = {
  code: string
  label: string
  action?: ReactNode
  /** True to show the whole text with wrapped lines, without scrolling. */
  isWhole?: boolean
  /** Renders a line's text without its indentation. */
  drawLine?: ((text: string, index: number) => ReactNode) | undefined
}

/** Renders code unchanged. Lines scroll, also by keyboard, and never widen the page; a single line wraps at spaces. */
export function CodeBlock({ code, label, action, isWhole = false, drawLine }: Props) {
  const isOneLine = !code.includes('\n')
  const isFolded = isWhole || isOneLine
  return (
    <figure className="overflow-hidden rounded-md border bg-sunken">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b py-0.5 pr-1 pl-3 text-muted text-xs">
        {/* A long label wraps, which keeps the buttons within the frame. */}
        <span className="wrap-anywhere min-w-0">{label}</span>
        {action}
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className={cn(
          'overflow-auto p-3 font-mono text-xs focus-visible:-outline-offset-2',
          isWhole ? 'wrap-anywhere' : 'max-h-96',
          isFolded && 'whitespace-pre-wrap',
        )}
      >
        <code>
          {isFolded
            ? code.split('\n').map((line, index, { length }) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other key than its index
                <Line key={index} text={line} isLast={index + 1 === length}>
                  {(text) =>
                    drawLine?.(text, index) ??
                    (isOneLine && text.includes(' ') ? <WrappedText text={text} /> : text)
                  }
                </Line>
              ))
            : code}
        </code>
      </pre>
    </figure>
  )
}

type LineProps = { text: string; isLast: boolean; children: (text: string) => ReactNode }

/** Renders a line with a hanging indent, so its wrapped parts do not look like separate lines. */
function Line({ text, isLast, children }: LineProps) {
  const [space = ''] = /^[ \t]*/.exec(text) ?? []
  const columns = [...space].reduce((sum, one) => sum + (one === '\t' ? TAB_COLUMNS : 1), 0)
  return (
    <span className={cn('block', hanging[Math.min(Math.ceil(columns / 2), hanging.length - 1)])}>
      {/* The hanging indent moves tab stops, so tabs have a fixed width. */}
      {space.includes('\t')
        ? [...space].map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a tab has no other key than its index
            <span key={index} className="inline-block w-[4ch] indent-0">
              {one}
            </span>
          ))
        : space}
      {children(text.slice(space.length))}
      {isLast ? null : '\n'}
    </span>
  )
}

/** Width of a tab, as in the class above. */
const TAB_COLUMNS = 4
/** Classes by pairs of indented columns; the content security policy refuses inline styles. */
const hanging = [
  'pl-[2ch] indent-[-2ch]',
  'pl-[4ch] indent-[-4ch]',
  'pl-[6ch] indent-[-6ch]',
  'pl-[8ch] indent-[-8ch]',
  'pl-[10ch] indent-[-10ch]',
  'pl-[12ch] indent-[-12ch]',
  'pl-[14ch] indent-[-14ch]',
] as const

/** Renders text that wraps at spaces only, and within a part only if it is longer than the line. */
function WrappedText({ text }: { text: string }) {
  return text.split(/( +)/).map((word, index) =>
    word.trim() === '' ? (
      word
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other key than its index
      <span key={index} className="wrap-anywhere inline-block max-w-full indent-0">
        {word}
      </span>
    ),
  )
}

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
