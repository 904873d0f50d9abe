import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

type Props = {
  code: string
  label: string
  action?: ReactNode
  /** As high as it is, its long lines folded: for whoever reads all of it. */
  isWhole?: boolean
  /** The same text with more to see than letters. */
  children?: ReactNode
}

/** Text for machines, as it is: lines scroll by keyboard and never widen their page; one line alone wraps between its words. */
export function CodeBlock({ code, label, action, isWhole = false, children }: Props) {
  const isOneLine = !code.includes('\n')
  return (
    <figure className="overflow-hidden rounded-md border bg-sunken">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b py-0.5 pr-1 pl-3 text-muted text-xs">
        {label}
        {action}
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className={cn(
          'overflow-auto p-3 font-mono text-xs focus-visible:-outline-offset-2',
          isWhole ? 'wrap-anywhere whitespace-pre-wrap' : 'max-h-96',
          isOneLine && 'whitespace-pre-wrap',
        )}
      >
        <code>{children ?? (isOneLine ? <Words text={code} /> : code)}</code>
      </pre>
    </figure>
  )
}

/** A flag is never broken at its dashes; a word breaks inside only where it is longer than the line. */
function Words({ text }: { text: string }) {
  return text.split(/( +)/).map((word, index) =>
    word.trim() === '' ? (
      word
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text have no other name
      <span key={index} className="wrap-anywhere inline-block max-w-full">
        {word}
      </span>
    ),
  )
}
