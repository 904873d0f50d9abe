import { cn } from '@/lib/ui/cn'

type Props = {
  label: string
  /** 0 to 1; null while the total is unknown. */
  done: number | null
  /** Progress as text beside the bar. */
  text?: string
  className?: string
}

export function Progress({ label, done, text, className }: Props) {
  const percent = done === null ? null : Math.round(Math.min(1, Math.max(0, done)) * 100)
  return (
    <div className={cn('flex items-center gap-3', className)}>
      <svg
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={text}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="h-1.5 min-w-0 grow overflow-hidden rounded-full bg-neutral-soft"
      >
        {percent === null ? (
          <rect x="32" width="36" height="1" className="animate-slide fill-accent" />
        ) : (
          <rect width={percent} height="1" className="fill-accent transition-[width]" />
        )}
      </svg>
      {text ? <span className="tnum shrink-0 text-muted text-sm">{text}</span> : null}
    </div>
  )
}
