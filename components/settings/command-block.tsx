import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'

/** A command for whoever runs the service, with the way to take it along. */
export function CommandBlock({ command, label }: { command: string; label: string }) {
  return (
    <CodeBlock
      code={command}
      label={label}
      action={
        <CopyButton
          iconOnly
          variant="quiet"
          value={command}
          label={common.copyThing(label)}
          copiedLabel={common.copied}
          failedLabel={common.copyFailed}
        />
      }
    />
  )
}
