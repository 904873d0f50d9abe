import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'

type Props = { url: string; focus?: boolean; onCopied: () => void }

/** A link's address, whole and selectable, beside its copy button; `focus` puts the keyboard on the button. */
export function LinkAddress({ url, focus = false, onCopied }: Props) {
  return (
    <div className="flex flex-col gap-2 sm:flex-row">
      <input
        readOnly
        aria-label={links.share.url}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-10 w-full min-w-0 flex-1 truncate rounded-md border bg-sunken px-3 font-mono text-sm"
      />
      <CopyButton
        variant="primary"
        value={url}
        label={links.share.copy}
        copiedLabel={common.copied}
        failedLabel={common.copyFailed}
        autoFocus={focus}
        onCopied={onCopied}
        className="min-h-10 min-w-32"
      />
    </div>
  )
}
