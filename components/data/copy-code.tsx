import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'

type Props = {
  code: string
  /** Name of the copied text. */
  label: string
}

/** Renders the copy button of a code block. */
export function CopyCode({ code, label }: Props) {
  return (
    <CopyButton
      iconOnly
      variant="quiet"
      value={code}
      label={label}
      copiedLabel={common.copied}
      failedLabel={common.copyFailed}
    />
  )
}
