import { CopyCode } from '@/components/data/copy-code'
import { CodeBlock } from '@/components/ui/code-block'
import { JsonText } from '@/components/ui/json-text'
import { docs } from '@/lib/messages/docs'

type Props = {
  code: string
  label: string
  isJson?: boolean
  /** A status and headers, and after an empty line a body of JSON. */
  isAnswer?: boolean
  mayCopy?: boolean
}

/** What is sent or answered, whole, to read and to take along. */
export function Sample({ code, label, isJson = false, isAnswer = false, mayCopy = true }: Props) {
  const jsonFrom = isJson ? 0 : isAnswer ? code.split('\n').indexOf('') + 1 : Number.POSITIVE_INFINITY
  return (
    <CodeBlock
      code={code}
      label={label}
      isWhole
      action={mayCopy ? <CopyCode code={code} label={docs.copyCode} /> : null}
      drawLine={(line, index) => (index >= jsonFrom ? <JsonText text={line} /> : null)}
    />
  )
}
