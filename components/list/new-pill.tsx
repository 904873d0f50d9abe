import { ArrowUp } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/ui/cn'

type Props = { label: string; onReveal: () => void; className?: string }

/**
 * The rows that wait above a list which somebody reads. At the top it stands on the line of the page's title, the one
 * place without words at every width; further down it floats above the rows, on a phone below the bar. Its own height is
 * none, so that no row moves when it comes.
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
          // The pill goes away with the press: the keyboard goes on at the row that it brought.
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
