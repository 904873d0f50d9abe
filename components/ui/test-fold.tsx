import { ChevronDown } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

type Props = {
  title: string
  children: ReactNode
  list?: RefObject<HTMLDetailsElement | null>
  open?: boolean
}

export function TestFold({ title, children, list, open }: Props) {
  return (
    <details ref={list} open={open} className="group/fold rounded-lg bg-sunken text-sm">
      <summary className="hit flex items-center gap-2 rounded-lg px-3 font-medium">
        <span className="size-2 rounded-full bg-test-line" />
        <span className="flex-1">{title}</span>
        <ChevronDown
          aria-hidden
          className="size-4 text-muted transition-transform group-open/fold:rotate-180"
        />
      </summary>
      {children}
    </details>
  )
}
