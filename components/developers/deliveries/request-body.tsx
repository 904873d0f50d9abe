import { CopyCode } from '@/components/data/copy-code'
import { drawJson, prettyJson } from '@/components/detail/event-fold'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'
import { delivery as copy } from '@/lib/messages/developer-deliveries'
import { developerEvents } from '@/lib/messages/developer-events'

/** The body that every attempt sends: indented for reading, copied as it is sent or indented; one that is masked is only read. */
export function RequestBody({ body, masked }: { body: string; masked: boolean }) {
  const shown = prettyJson(body)
  return (
    <Card title={copy.body}>
      <p className="mb-3 text-muted text-sm">{masked ? developerEvents.detail.bodyMasked : copy.bodyHint}</p>
      <CodeBlock
        label={copy.bodyType}
        code={shown}
        isWhole
        drawLine={drawJson}
        {...(masked ? {} : { action: <CopyCode code={body} label={common.copyThing(copy.copyRaw)} /> })}
      />
      <div className={masked ? 'hidden' : 'mt-3 flex flex-wrap gap-2'}>
        {[[copy.copyRaw, body] as const, [copy.copyPretty, shown] as const].map(([name, text]) => (
          <CopyButton
            key={name}
            size="sm"
            value={text}
            label={common.copyThing(name)}
            copiedLabel={common.copied}
            failedLabel={common.copyFailed}
          />
        ))}
      </div>
    </Card>
  )
}
