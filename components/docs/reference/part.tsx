import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

type Props = {
  id: string
  title: ReactNode
  level?: 2 | 3
  /** Content beside the text on wide screens, sticky while the text scrolls. */
  aside?: ReactNode
  children: ReactNode
}

/** Renders a section of the reference with an anchor: its text, and beside it the requests and responses. */
export function Part({ id, title, level = 3, aside, children }: Props) {
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id} className={cn(level === 3 ? 'border-t pt-8' : '')}>
      <div
        className={cn(
          'grid grid-cols-1 gap-x-8 gap-y-5',
          aside ? 'xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]' : 'max-w-prose',
        )}
      >
        <div className="flex min-w-0 flex-col gap-5">
          <Heading
            id={id}
            className={cn('scroll-mt-6 max-lg:scroll-mt-20', level === 2 ? 'text-2xl' : 'text-lg')}
          >
            <a href={`#${id}`} className="hover:underline">
              {title}
            </a>
          </Heading>
          {children}
        </div>
        {aside ? (
          <div className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-6 xl:self-start">{aside}</div>
        ) : null}
      </div>
    </section>
  )
}

/** Renders a named list within a section. */
export function Under({ title, level = 4, children }: { title: string; level?: 3 | 4; children: ReactNode }) {
  const Heading = `h${level}` as const
  return (
    <div>
      <Heading className="mb-2 border-b pb-1.5 font-medium text-muted text-sm">{title}</Heading>
      {children}
    </div>
  )
}
