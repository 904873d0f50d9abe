import { CopyCode } from '@/components/data/copy-code'
import { drawJson, prettyJson } from '@/components/detail/event-fold'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import type { DeliveryDetail } from '@/lib/dashboard/schema/developers/deliveries'
import { common } from '@/lib/messages/common'
import { delivery as copy } from '@/lib/messages/developer-deliveries'

/**
 * Renders the body that every attempt sends, indented. It can be copied as sent or indented; a masked body only as shown.
 */
export function RequestBody({ body, masked }: Pick<DeliveryDetail, 'body' | 'masked'>) {
  const shown = prettyJson(body)
  const copies = [...(masked ? [] : [[copy.copyRaw, body] as const]), [copy.copyPretty, shown] as const]
  return (
    <Card title={copy.body}>
      <p className="mb-3 text-muted text-sm">{masked ? copy.bodyMasked : copy.bodyHint}</p>
      <CodeBlock
        label={copy.bodyType}
        code={shown}
        isWhole
        drawLine={drawJson}
        action={masked ? undefined : <CopyCode code={body} label={common.copyThing(copy.copyRaw)} />}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {copies.map(([name, text]) => (
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
