import type { ReactNode } from 'react'

/** Longer than this, word and badge have no room beside each other on the narrowest screen. */
const WORD_MAX = 12

/** A title with its badge behind the last word, on one line with it. */
export function TitleLine({ title, children }: { title: string; children: ReactNode }) {
  const cut = title.lastIndexOf(' ') + 1
  const last = title.slice(cut)
  const badge = (
    <span className="inline-grid items-center justify-items-start align-middle *:[grid-area:1/1]">
      {children}
    </span>
  )
  if (last.length > WORD_MAX) {
    return (
      <bdi>
        {/* A space, since a margin would go with a badge that has a line to itself. */}
        {title} {badge}
      </bdi>
    )
  }
  return (
    <bdi>
      {title.slice(0, cut)}
      <span className="whitespace-nowrap">
        {last}
        <span className="ms-3">{badge}</span>
      </span>
    </bdi>
  )
}
