import type { ReactNode } from 'react'

type Props = { code: string; label: string; action?: ReactNode }

/** Text for machines, as it is; scrolls by keyboard, never wraps its page. */
export function CodeBlock({ code, label, action }: Props) {
  return (
    <figure className="overflow-hidden rounded-md border bg-sunken">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b py-0.5 pr-1 pl-3 text-muted text-xs">
        {label}
        {action}
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto p-3 font-mono text-xs focus-visible:-outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}
