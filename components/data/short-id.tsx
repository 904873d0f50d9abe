import { Check, Copy } from 'lucide-react'
import { useTexts } from '@/components/texts/texts-provider'
import { Announcement } from '@/components/ui/announcement'
import { useCopy } from '@/components/ui/copy-button'
import { Property } from '@/components/ui/property-list'
import { Tooltip } from '@/components/ui/tooltip'
import { shortened } from '@/lib/domain/text'
import { cn } from '@/lib/ui/cn'

const look = cn(
  'hit group/copy inline-flex items-center rounded-md px-1.5 hover:bg-hover',
  // Among properties the icon is aligned with the others, and its touch target does not enlarge the row.
  'in-data-properties:-my-1.25 in-data-properties:-mr-1.5 pointer-coarse:in-data-properties:-my-2.75',
)

/** Renders an id without its middle. Hover and focus show the whole id; a press copies it. */
export function ShortId({ id, name }: { id: string; name: string }) {
  const t = useTexts()
  const { said, copied, copy } = useCopy(id)
  return (
    <>
      <Tooltip content={<span className="wrap-anywhere font-mono">{id}</span>}>
        <button
          type="button"
          onClick={copy}
          aria-label={`${t('common.copyThing', { thing: name })}: ${shortened(id)}`}
          className={cn(
            look,
            '-mx-1.5 gap-1.5 whitespace-nowrap in-data-properties:flex in-data-properties:w-[calc(100%+0.75rem)] in-data-properties:justify-between',
          )}
        >
          <span data-printed={id} className="font-mono text-sm">
            {said || shortened(id)}
          </span>
          <Mark copied={copied} />
        </button>
      </Tooltip>
      <Announcement>{said}</Announcement>
    </>
  )
}

/** Renders an object's id among its properties. */
export function IdProperty({ id, name }: { id: string; name: string }) {
  return (
    <Property name={name}>
      <ShortId id={id} name={name} />
    </Property>
  )
}

type CopyMarkProps = { value: string; name: string; onCopied?: () => void; className?: string }

/** Renders only the copy icon, for a value that is shown in full. `onCopied` is called after a successful copy. */
export function CopyMark({ value, name, onCopied, className }: CopyMarkProps) {
  const t = useTexts()
  const { said, copied, copy } = useCopy(value, onCopied)
  const label = t('common.copyThing', { thing: name })
  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={label}
        title={label}
        className={cn(
          look,
          'shrink-0 pointer-coarse:min-w-11 pointer-coarse:justify-center pointer-coarse:in-data-properties:justify-end',
          className,
        )}
      >
        <Mark copied={copied} />
      </button>
      <Announcement>{said}</Announcement>
    </>
  )
}

function Mark({ copied }: { copied: boolean }) {
  const Icon = copied ? Check : Copy
  return <Icon aria-hidden className="size-3.5 shrink-0 text-muted group-hover/copy:text-text print:hidden" />
}

/** Characters of the end that stay visible, enough to distinguish two addresses of one host. */
const ADDRESS_TAIL = 8

/** Renders an address on one line, with an ellipsis in its middle if it is too long, and in full as its title. */
export function ShortAddress({ address, className }: { address: string; className?: string }) {
  return (
    <span title={address} className={cn('flex min-w-0 font-mono text-xs', className)}>
      <span className="min-w-0 truncate">{address.slice(0, -ADDRESS_TAIL)}</span>
      <span className="shrink-0">{address.slice(-ADDRESS_TAIL)}</span>
    </span>
  )
}
