import { ArrowUp } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/ui/cn'

type Props = { label: string; onReveal: () => void; className?: string }

/**
 * Renders the number of new rows that wait above the list. At the top of the page it is on the line of the title, which has
 * space at every width; further down it floats above the rows, on a phone below the bar. It has no height, so no row moves
 * when it appears.
 */
export function NewPill({ label, onReveal, className }: Props) {
  return (
    <div
      className={cn(
        'pointer-events-none sticky top-27 z-20 order-first -mb-3 flex h-0 items-start justify-end sm:justify-center md:top-16',
        className,
      )}
    >
      <Button
        variant="primary"
        size="sm"
        className="-mt-13 pointer-events-auto h-8 animate-rise rounded-full shadow-float"
        icon={<ArrowUp aria-hidden className="size-4" />}
        onClick={() => {
          onReveal()
          window.scrollTo({ top: 0 })
          // The pressed pill disappears, so the focus moves to the first new row.
          requestAnimationFrame(() => firstRow()?.focus({ preventScroll: true }))
        }}
      >
        {label}
      </Button>
    </div>
  )
}

function firstRow(): HTMLElement | null {
  return document.querySelector('#content a[data-row]')
}
