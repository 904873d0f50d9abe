import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'

type Props = {
  code: string
  /** What is copied, in words. */
  label: string
}

/** At the head of a code block: takes its text along, byte for byte. */
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
