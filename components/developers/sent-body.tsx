import { CopyCode } from '@/components/data/curl'
import { drawJson, prettyJson } from '@/components/detail/event-fold'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { common } from '@/lib/messages/common'
import { developers } from '@/lib/messages/developers'

const copy = developers.body

/** Renders the body of an event, indented. The copy has the bytes that were signed and sent, unless they are masked. */
export function SentBody({ body, masked }: { body: string; masked: boolean }) {
  return (
    <Card title={copy.title}>
      <p className="mb-3 text-muted text-sm">{masked ? copy.masked : copy.hint}</p>
      <CodeBlock
        label={copy.raw}
        code={prettyJson(body)}
        isWhole
        drawLine={drawJson}
        action={<CopyCode code={body} label={common.copyThing(copy.raw)} />}
      />
    </Card>
  )
}
