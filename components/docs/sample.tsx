import { CopyCode } from '@/components/data/copy-code'
import { CodeBlock } from '@/components/ui/code-block'
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
      action={mayCopy ? <CopyCode code={code} label={docs.copyCode} /> : null}
    >
      {isJson ? <JsonText text={code} /> : null}
    </CodeBlock>
  )
}
