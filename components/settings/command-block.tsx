import { CopyCode } from '@/components/data/copy-code'
import { CodeBlock } from '@/components/ui/code-block'
import { common } from '@/lib/messages/common'

/** A command for whoever runs the service, with the way to take it along. */
export function CommandBlock({ command, label }: { command: string; label: string }) {
  return (
    <CodeBlock
      code={command}
      label={label}
      action={<CopyCode code={command} label={common.copyThing(label)} />}
    />
  )
}
