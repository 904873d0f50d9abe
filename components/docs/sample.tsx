import { CopyCode } from '@/components/data/curl'
import { CodeBlock, JsonText } from '@/components/ui/code-block'
import { docs } from '@/lib/messages/docs'

type Props = {
  code: string
  label: string
  isJson?: boolean
  /** True for a status line with headers, an empty line and a JSON body. */
  isAnswer?: boolean
  mayCopy?: boolean
}

/** Renders a complete request or response with a copy button. */
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
