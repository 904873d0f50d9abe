'use client'

import { type FormEvent, useId, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure'
import { drawJson, JSON_INDENT } from '@/components/detail/event-fold'
import { deliveryHref } from '@/components/developers/hrefs'
import { useGo } from '@/components/navigation/use-go'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import { eventKinds, isEventKind } from '@/lib/contract/event-kinds'
import { eventSample } from '@/lib/contract/event-samples'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { common } from '@/lib/messages/common'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { settings } from '@/lib/messages/settings'
import type { EndpointActions } from './endpoint-actions'

const copy = webhooks.test

type Props = { endpoint: ShownEndpoint; send: EndpointActions['sendTest']; onClose: () => void }

/** Renders the dialog that sends the sample of a kind of event to one endpoint; its delivery's page shows the response. */
export function TestEventDialog({ endpoint, send, onClose }: Props) {
  const formId = useId()
  const go = useGo()
  const [kind, setKind] = useState(endpoint.kinds?.[0] ?? 'payment.succeeded')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const isPaused = endpoint.status === 'PAUSED'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const result = await send({ id: endpoint.id, kind }).catch(() => null)
    setBusy(false)
    if (!result?.ok)
      return setFailure({
        message: result?.error.message ?? settings.noAnswer,
        requestId: result?.error.requestId,
      })
    if (result.data.deliveryId === null) setFailure({ message: copy.paused })
    else go(deliveryHref(result.data.deliveryId))
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={copy.title}
      description={copy.lead}
      className="sm:w-[40rem]"
      footer={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          {isPaused ? null : (
            <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.busy}>
              {copy.submit}
            </Button>
          )}
        </>
      }
    >
      {isPaused ? (
        <Banner tone="warning" title={copy.paused} />
      ) : (
        <form id={formId} onSubmit={submit} method="post" className="flex flex-col gap-4">
          {failure ? <FailureBanner title={copy.notSent} failure={failure} /> : null}
          <Field label={copy.kind}>
            <Select
              value={kind}
              onChange={({ target }) => isEventKind(target.value) && setKind(target.value)}
            >
              {eventKinds.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          </Field>
          <CodeBlock
            label={copy.sample}
            code={JSON.stringify(eventSample(kind), null, JSON_INDENT)}
            drawLine={drawJson}
          />
        </form>
      )}
    </Dialog>
  )
}
