'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { deliveryHref } from '@/components/developers/hrefs'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { TextLink } from '@/components/ui/text-link'
import { eventKinds } from '@/lib/contract/event-kinds'
import type { ShownEndpoint, TestDelivery } from '@/lib/dashboard/schema/developers/webhooks'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { settings } from '@/lib/messages/settings'
import type { EndpointActions } from './endpoint-actions'
import { failureText } from './health-text'
import { testDeliveryQuery } from './queries'
import { useRenewEndpoints } from './use-endpoint-action'

const copy = webhooks.test
const POLL_MS = 500
const LATE_POLL_MS = 10_000
/** Time after which a test event counts as late: the receiver's time-out of ten seconds plus the worker's delay. */
const PATIENCE_MS = 15_000

type Props = {
  endpoint: ShownEndpoint
  /** JSON of a sample object, by kind of event. */
  samples: Readonly<Record<string, string>>
  send: EndpointActions['sendTest']
  onClose: () => void
}

/** Renders the dialog that sends a test event to one endpoint and then shows the response. */
export function TestEventDialog({ endpoint, samples, send, onClose }: Props) {
  const formId = useId()
  const select = useRef<HTMLSelectElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const renew = useRenewEndpoints()
  const [kind, setKind] = useState<string>(endpoint.kinds?.[0] ?? eventKinds[0] ?? '')
  /** Edited texts by kind, so that a change of the kind loses no text. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const isPaused = endpoint.status === 'PAUSED'
  const data = typed[kind] ?? samples[kind] ?? ''

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(null)
    setFailure(null)
    const result = await send({ id: endpoint.id, kind, data }).catch(() => null)
    setBusy(false)
    if (result?.ok) {
      setSent(result.data.deliveryId)
      if (result.data.deliveryId === null) setFailure({ message: copy.paused })
      return renew()
    }
    const wrong = result?.error.fields?.[0]
    if (wrong) {
      setProblem(wrong)
      const field = wrong.field === 'kind' ? select : text
      field.current?.focus()
      return
    }
    setFailure({ message: result?.error.message ?? settings.noAnswer, requestId: result?.error.requestId })
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
        <form id={formId} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
          {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
          {sent ? <Answer key={sent} endpointId={endpoint.id} deliveryId={sent} /> : null}
          <Field label={copy.kind} error={problem?.field === 'kind' ? problem.message : undefined}>
            <Select
              ref={select}
              value={kind}
              onChange={({ target }) => {
                setKind(target.value)
                setProblem(null)
              }}
            >
              {eventKinds.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          </Field>
          <Field
            label={copy.data}
            hint={copy.dataHint}
            error={problem?.field === 'kind' ? undefined : problem?.message}
            required
          >
            <Textarea
              ref={text}
              name="data"
              value={data}
              rows={10}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => {
                setTyped({ ...typed, [kind]: target.value })
                setProblem(null)
              }}
              className="max-h-80 font-mono text-xs pointer-coarse:text-sm"
            />
          </Field>
          {typed[kind] !== undefined && typed[kind] !== samples[kind] ? (
            <div>
              <Button
                size="sm"
                variant="quiet"
                onClick={() => setTyped({ ...typed, [kind]: samples[kind] ?? '' })}
              >
                {copy.restore}
              </Button>
            </div>
          ) : null}
        </form>
      )}
    </Dialog>
  )
}

/** Renders the response to one test event, with a pending state before it. */
function Answer({ endpointId, deliveryId }: { endpointId: string; deliveryId: string }) {
  const renew = useRenewEndpoints()
  const [isLate, setLate] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const query = useQuery({
    ...testDeliveryQuery(useAccount(), endpointId, deliveryId),
    refetchInterval: ({ state }) => (state.data?.attempt ? false : isLate ? LATE_POLL_MS : POLL_MS),
  })
  const isAnswered = Boolean(query.data?.attempt)
  useEffect(() => {
    if (isAnswered) {
      renew()
      return
    }
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isAnswered, renew])
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} role="status">
      <AnswerText test={query.data} isLate={isLate} deliveryId={deliveryId} />
    </div>
  )
}

type AnswerProps = { test: TestDelivery | undefined; isLate: boolean; deliveryId: string }

/** Renders the progress of a test event in a sentence, then the response. */
export function AnswerText({ test, isLate, deliveryId }: AnswerProps) {
  const { locale } = useLocale()
  const link = (
    <TextLink>
      <PageLink href={deliveryHref(deliveryId)}>{copy.open_delivery}</PageLink>
    </TextLink>
  )
  if (!test?.attempt)
    return (
      <p className="flex items-start gap-2 rounded-lg bg-accent-soft px-3.5 py-3 text-accent-text">
        {isLate ? (
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        ) : (
          <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-spin" />
        )}
        <span>
          {isLate ? copy.late : copy.waiting} {isLate ? link : null}
        </span>
      </p>
    )
  const { delivery, attempt } = test
  const { errorClass, answerStatus } = delivery
  const hasFailed = errorClass !== null
  const Icon = hasFailed ? CircleAlert : CircleCheck
  return (
    <div className="flex flex-col gap-2">
      <p
        className={`flex items-start gap-2 rounded-lg px-3.5 py-3 ${hasFailed ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success'}`}
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          <span className="font-medium">{hasFailed ? copy.attemptFailed : copy.succeeded}</span>
          {': '}
          <span className="tnum">
            {copy.took(
              hasFailed ? failureText({ errorClass, answerStatus }) : webhooks.answered(answerStatus ?? 0),
              numberFormat(locale).format(attempt.durationMs),
            )}
          </span>{' '}
          {link}
        </span>
      </p>
      {attempt.answerHead ? (
        <CodeBlock label={copy.answer} code={attempt.answerHead} />
      ) : answerStatus === null ? null : (
        <p className="text-muted text-sm">{copy.noBody}</p>
      )}
    </div>
  )
}
