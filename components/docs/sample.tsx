import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'
import { docs } from '@/lib/messages/docs'
import { JsonText } from './json-text'

type Props = { code: string; label: string; isJson?: boolean; mayCopy?: boolean }

/** What is sent or answered, whole, to read and to take along. */
export function Sample({ code, label, isJson = false, mayCopy = true }: Props) {
  return (
    <CodeBlock
      code={code}
      label={label}
      isWhole
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
    >
      {isJson ? <JsonText text={code} /> : null}
    </CodeBlock>
  )
}
