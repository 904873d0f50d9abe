import { TextLink } from '@/components/ui/text-link'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'

type Props = { onStartOver: () => void; className?: string }

/** Reports that a saved draft was restored, and offers an empty form. */
export function DraftRestored({ onStartOver, className }: Props) {
  return (
    <p role="status" className={cn('flex items-baseline gap-2 text-muted text-sm', className)}>
      {links.form.draftRestored}
      <TextLink>
        <button type="button" className="hit" onClick={onStartOver}>
          {links.form.startOver}
        </button>
      </TextLink>
    </p>
  )
}
