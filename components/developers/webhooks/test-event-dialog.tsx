'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { read } from '@/components/data/read'
import { drawJson, JSON_INDENT } from '@/components/detail/event-fold'
import { answerText } from '@/components/developers/deliveries/delivery-text'
import { deliveryHref } from '@/components/developers/hrefs'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { TextLink } from '@/components/ui/text-link'
import { eventKinds, isEventKind } from '@/lib/contract/event-kinds'
import { eventSample } from '@/lib/contract/event-samples'
import type { DeliveryDetail } from '@/lib/contract/panel/deliveries'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { settings } from '@/lib/messages/settings'
import { cn } from '@/lib/ui/cn'
import type { EndpointActions } from './endpoint-actions'
import { useRenewEndpoints } from './queries'

const copy = webhooks.test
const POLL_MS = 1_000

type Props = { endpoint: ShownEndpoint; send: EndpointActions['sendTest']; onClose: () => void }

/** Renders the dialog that sends the sample of a kind of event to one endpoint, and then shows the response. */
export function TestEventDialog({ endpoint, send, onClose }: Props) {
  const formId = useId()
  const renew = useRenewEndpoints()
  const [kind, setKind] = useState(endpoint.kinds?.[0] ?? 'payment.succeeded')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
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
    setSent(result.data.deliveryId)
    if (result.data.deliveryId === null) setFailure({ message: copy.paused })
    renew()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={copy.title}
      description={copy.lead}
      closeLabel={common.close}
      className="sm:w-[40rem]"
      footer={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          {isPaused ? null : (
            <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.busy}>
              {sent ? copy.again : copy.submit}
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
          {sent ? <Answer key={sent} deliveryId={sent} /> : null}
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

/** Renders the response to one test event, with a pending state before it. */
function Answer({ deliveryId }: { deliveryId: string }) {
  const renew = useRenewEndpoints()
  const { data } = useQuery({
    ...read(useAccount(), 'deliveries/detail', { id: deliveryId }),
    refetchInterval: ({ state }) => (state.data?.attempts.length ? false : POLL_MS),
  })
  const isAnswered = Boolean(data?.attempts.length)
  useEffect(() => {
    if (isAnswered) renew()
  }, [isAnswered, renew])
  return (
    <div role="status" className="flex flex-col gap-2">
      <AnswerText test={data} deliveryId={deliveryId} />
    </div>
  )
}

const looks = {
  waiting: { Icon: LoaderCircle, classes: 'bg-accent-soft text-accent-text' },
  failed: { Icon: CircleAlert, classes: 'bg-danger-soft text-danger' },
  accepted: { Icon: CircleCheck, classes: 'bg-success-soft text-success' },
} as const

type AnswerProps = { test: DeliveryDetail | undefined; deliveryId: string }

/** Renders the progress of a test event in a sentence, then the response. */
export function AnswerText({ test, deliveryId }: AnswerProps) {
  const { locale } = useLocale()
  const attempt = test?.attempts[0]
  const state = !attempt ? 'waiting' : attempt.error_class === null ? 'accepted' : 'failed'
  const { Icon, classes } = looks[state]
  return (
    <>
      <p className={cn('flex items-start gap-2 rounded-lg px-3.5 py-3', classes)}>
        <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', !attempt && 'animate-spin')} />
        <span>
          <span className="font-medium">{copy[state]}</span>
          {test && attempt ? (
            <span className="tnum">
              {': '}
              {copy.took(answerText(test.delivery), numberFormat(locale).format(attempt.duration_ms))}
            </span>
          ) : null}{' '}
          <TextLink>
            <PageLink href={deliveryHref(deliveryId)}>{copy.openDelivery}</PageLink>
          </TextLink>
        </span>
      </p>
      {attempt?.answer_head ? <CodeBlock label={copy.answer} code={attempt.answer_head} /> : null}
    </>
  )
}
