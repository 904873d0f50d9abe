import { ShortAddress } from '@/components/data/short-id'
import { CopyButton } from '@/components/ui/copy-button'
import { links } from '@/lib/messages/links'

type Props = { url: string; focus?: boolean; onCopied: () => void }

/** Renders a link's URL and its copy button, which `focus` focuses. */
export function LinkAddress({ url, focus = false, onCopied }: Props) {
  return (
    <div className="flex flex-col gap-2 sm:flex-row">
      <WholeAddress url={url} />
      <CopyButton
        variant="primary"
        value={url}
        label={links.share.copy}
        autoFocus={focus}
        onCopied={onCopied}
        className="min-h-10 min-w-32"
      />
    </div>
  )
}

/** Renders a field with the whole URL, selected on focus. Without focus its middle is truncated. */
function WholeAddress({ url }: { url: string }) {
  return (
    <div
      title={url}
      className="relative min-h-10 min-w-0 flex-1 rounded-md border bg-sunken font-mono text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 max-sm:flex-none"
    >
      <input
        readOnly
        aria-label={links.share.url}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="peer absolute inset-0 w-full truncate bg-transparent px-3 opacity-0 outline-none focus:opacity-100 focus-visible:outline-none"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-0 flex items-center px-3 peer-focus:invisible"
      >
        <ShortAddress address={url} className="text-sm" />
      </span>
    </div>
  )
}
