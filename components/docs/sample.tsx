import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'
import { docs } from '@/lib/messages/docs'

type Props = { code: string; label: string; mayCopy?: boolean }

/** What is sent or answered, as text to take along. */
export function Sample({ code, label, mayCopy = true }: Props) {
  return (
    <CodeBlock
      code={code}
      label={label}
      action={
        mayCopy ? (
          <CopyButton
            value={code}
            label={docs.copyCode}
            copiedLabel={common.copied}
            failedLabel={common.copyFailed}
            variant="quiet"
            iconOnly
          />
        ) : null
      }
    />
  )
}
