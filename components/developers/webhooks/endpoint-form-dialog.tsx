'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ENDPOINT_DESCRIPTION_MAX } from '@/lib/contract/limits'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShownEndpoint } from '@/lib/dashboard/schema/developers/webhooks'
import { common } from '@/lib/messages/common'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { developers } from '@/lib/messages/developers'
import type { ConfirmedDraft } from './endpoint-actions'
import { KindsField } from './kinds-field'
import { useRenewEndpoints } from './use-endpoint-acts'

const copy = webhooks.form
const { confirm } = developers
const URL_TEXT_MAX = 2_100

const fields = ['url', 'description', 'kinds', 'password'] as const
type Problems = { [F in (typeof fields)[number]]?: string }

type Props<Data> = {
  /** Endpoint to edit; null for a new one. */
  endpoint: ShownEndpoint | null
  allowsLocalhost: boolean
  send: (draft: ConfirmedDraft) => Promise<ActionResult<Data>>
  onDone: (data: Data) => void
  onClose: () => void
}

/** Renders the form of an endpoint's settings: URL, description, events. */
export function EndpointFormDialog<Data>({ endpoint, allowsLocalhost, send, onDone, onClose }: Props<Data>) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<ConfirmedDraft>({
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    kinds: endpoint?.kinds ?? null,
    password: '',
  })
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<(Failure & { title?: string }) | null>(null)
  const [busy, setBusy] = useState(false)
  const renew = useRenewEndpoints()
  // The password is required for a new address, because it will receive payers' data.
  const asksPassword = draft.url.trim() !== endpoint?.url
  // The focus moves one frame later, after the dialog has recorded the element to restore it to.
  useEffect(() => {
    const frame = requestAnimationFrame(() => focus(form.current, 'url'))
    return () => cancelAnimationFrame(frame)
  }, [])

  function refuse(found: Problems) {
    // The problems must be rendered before the first of them is looked up.
    flushSync(() => setProblems(found))
    const first = fields.find((name) => found[name])
    if (first) focus(form.current, first)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    if (draft.url.trim() === '') return refuse({ url: copy.urlMissing })
    if (draft.kinds?.length === 0) return refuse({ kinds: copy.noKind })
    if (asksPassword && draft.password === '') return refuse({ password: confirm.passwordMissing })
    setBusy(true)
    setProblems({})
    const result = await send(draft).catch(() => null)
    if (result?.ok) return onDone(result.data)
    setBusy(false)
    if (!result) {
      renew()
      return setFailure(developers.unknown)
    }
    const found: Problems = {}
    for (const { field, message } of result.error.fields ?? []) {
      const name = fields.find((known) => known === field)
      if (name) found[name] ??= message
    }
    if (Object.keys(found).length > 0) return refuse(found)
    setFailure({ message: result.error.message, requestId: result.error.requestId })
  }

  function change(part: Partial<ConfirmedDraft>) {
    setDraft({ ...draft, ...part })
    const kept = { ...problems }
    for (const name of fields) if (name in part) delete kept[name]
    setProblems(kept)
  }

  // The pending response may carry a secret that is shown only once, so the dialog stays open.
  const leave = () => (busy ? undefined : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leave())}
      title={endpoint ? copy.editTitle : copy.addTitle}
      closeLabel={common.close}
      footer={
        <>
          <Button onClick={leave}>{common.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.busy}>
            {endpoint ? copy.save : copy.add}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} method="post" noValidate className="flex flex-col gap-5">
        {failure ? (
          <FailureBanner
            title={failure.title ?? (endpoint ? copy.editFailed : copy.addFailed)}
            failure={failure}
          />
        ) : null}
        <Field
          label={copy.url}
          hint={<UrlHint endpoint={endpoint} asksPassword={asksPassword} allowsLocalhost={allowsLocalhost} />}
          error={problems.url}
          required
        >
          <Input
            name="url"
            type="url"
            value={draft.url}
            onChange={({ target }) => change({ url: target.value })}
            autoComplete="off"
            spellCheck={false}
            maxLength={URL_TEXT_MAX}
          />
        </Field>
        <Field
          label={copy.description}
          note={common.optional}
          hint={copy.descriptionHint}
          error={problems.description}
        >
          <Input
            name="description"
            value={draft.description}
            onChange={({ target }) => change({ description: target.value })}
            autoComplete="off"
            dir="auto"
            maxLength={ENDPOINT_DESCRIPTION_MAX}
          />
        </Field>
        {endpoint?.own && draft.kinds ? (
          <p className="font-medium text-warning text-xs">{copy.ownKinds}</p>
        ) : null}
        <KindsField kinds={draft.kinds} error={problems.kinds} onChange={(kinds) => change({ kinds })} />
        {asksPassword ? (
          <Field label={confirm.password} error={problems.password} required>
            <Input
              name="password"
              type="password"
              value={draft.password}
              onChange={({ target }) => change({ password: target.value })}
              autoComplete="current-password"
            />
          </Field>
        ) : null}
      </form>
    </Dialog>
  )
}

type HintProps = Pick<Props<unknown>, 'endpoint' | 'allowsLocalhost'> & { asksPassword: boolean }

/** Renders the rule for URLs, or the consequence of changing the dashboard's own endpoint. */
export function UrlHint({ endpoint, asksPassword, allowsLocalhost }: HintProps) {
  if (endpoint?.own && asksPassword) return <span className="font-medium text-warning">{copy.ownUrl}</span>
  return allowsLocalhost ? copy.urlHintLocal : copy.urlHint
}

function focus(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
