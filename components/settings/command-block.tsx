import { CopyCode } from '@/components/data/copy-code'
import { CodeBlock } from '@/components/ui/code-block'
import { common } from '@/lib/messages/common'

/** Renders an operator's command with a copy button. */
export function CommandBlock({ command, label }: { command: string; label: string }) {
  return (
    <CodeBlock
      code={command}
      label={label}
      action={<CopyCode code={command} label={common.copyThing(label)} />}
    />
  )
}
