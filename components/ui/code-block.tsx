import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

type Props = {
  code: string
  label: string
  action?: ReactNode
  /** As high as it is, its long lines folded: for whoever reads all of it. */
  isWhole?: boolean
  /** A line's text, without the space before it, with more to see than letters. */
  drawLine?: ((text: string, index: number) => ReactNode) | undefined
}

/** Text for machines, as it is: lines scroll by keyboard and never widen their page; one line alone wraps between its words. */
export function CodeBlock({ code, label, action, isWhole = false, drawLine }: Props) {
  const isOneLine = !code.includes('\n')
  const isFolded = isWhole || isOneLine
  return (
    <figure className="overflow-hidden rounded-md border bg-sunken">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b py-0.5 pr-1 pl-3 text-muted text-xs">
        {/* An id for its name folds, so that what can be pressed stays in the frame. */}
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
                // biome-ignore lint/suspicious/noArrayIndexKey: a line of a text is its place
                <Line key={index} text={line} isLast={index + 1 === length}>
                  {(text) =>
                    drawLine?.(text, index) ??
                    (isOneLine && text.includes(' ') ? <Words text={text} /> : text)
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

/** A line that, where it is folded, goes on further in than it begins: no part of it looks like a line of its own. */
function Line({ text, isLast, children }: LineProps) {
  const [space = ''] = /^[ \t]*/.exec(text) ?? []
  const columns = [...space].reduce((sum, one) => sum + (one === '\t' ? TAB_COLUMNS : 1), 0)
  return (
    <span className={cn('block', hanging[Math.min(Math.ceil(columns / 2), hanging.length - 1)])}>
      {/* A tab would reach for a stop that the hanging line has moved. */}
      {space.includes('\t')
        ? [...space].map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as a line is
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

/** As wide as the space above. */
const TAB_COLUMNS = 4
/** By pairs of columns that a line is indented; as classes, because the pages allow no styles of their own. */
const hanging = [
  'pl-[2ch] indent-[-2ch]',
  'pl-[4ch] indent-[-4ch]',
  'pl-[6ch] indent-[-6ch]',
  'pl-[8ch] indent-[-8ch]',
  'pl-[10ch] indent-[-10ch]',
  'pl-[12ch] indent-[-12ch]',
  'pl-[14ch] indent-[-14ch]',
] as const

/** A flag is never broken at its dashes; a word breaks inside only where it is longer than the line. */
function Words({ text }: { text: string }) {
  return text.split(/( +)/).map((word, index) =>
    word.trim() === '' ? (
      word
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text have no other name
      <span key={index} className="wrap-anywhere inline-block max-w-full indent-0">
        {word}
      </span>
    ),
  )
}
