'use client'

import { useId, useState } from 'react'
import { FailureBanner } from '@/components/data/failure'
import { useActionForm } from '@/components/data/use-action-form'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import { ENDPOINT_DESCRIPTION_MAX } from '@/lib/contract/limits'
import type { EndpointDraft, ShownEndpoint } from '@/lib/contract/panel/endpoints'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { common } from '@/lib/messages/common'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { developers } from '@/lib/messages/developers'
import { KindsField } from './kinds-field'
import { useRenewEndpoints } from './queries'

const copy = webhooks.form
const URL_TEXT_MAX = 2_100

const fields = ['url', 'description', 'kinds'] as const

type Props<Data> = {
  /** Endpoint to edit; null for a new one. */
  endpoint: ShownEndpoint | null
  allowsLocalhost: boolean
  send: (draft: EndpointDraft, stepUp: StepUp) => Promise<ActionResult<Data> | null>
  onDone: (data: Data) => void
  onClose: () => void
}

/** Renders the form of an endpoint's settings: URL, description, events. */
export function EndpointFormDialog<Data>({ endpoint, allowsLocalhost, send, onDone, onClose }: Props<Data>) {
  const formId = useId()
  const [draft, setDraft] = useState<EndpointDraft>({
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    kinds: endpoint?.kinds ?? null,
  })
  const renew = useRenewEndpoints()
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: [...fields, ...stepUpNames],
    check: (typed) => ({
      ...(draft.url.trim() === '' ? { url: copy.urlMissing } : {}),
      ...(draft.kinds?.length === 0 ? { kinds: copy.noKind } : {}),
      ...checkStepUp(typed),
    }),
    act: ({ password, code, passkey }) => send(draft, { password, code, passkey }),
    onDone,
    noAnswer: developers.unknown,
    onNoAnswer: renew,
  })
  const { problems, failure, busy } = form
  useFirstFocus(form.props.ref)

  function change(part: Partial<EndpointDraft>) {
    setDraft({ ...draft, ...part })
    for (const name of fields) if (name in part) form.forget(name)
  }

  // The pending response may carry a secret that is shown only once, so the dialog stays open.
  const leave = () => (busy ? undefined : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leave())}
      title={endpoint ? copy.editTitle : copy.addTitle}
      footer={
        <>
          <Button onClick={leave}>{common.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.busy}>
            {endpoint ? copy.save : copy.add}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-5">
        {failure ? (
          <FailureBanner
            title={failure.title ?? (endpoint ? copy.editFailed : copy.addFailed)}
            failure={failure}
          />
        ) : null}
        <Field
          label={copy.url}
          hint={<UrlHint endpoint={endpoint} url={draft.url} allowsLocalhost={allowsLocalhost} />}
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
        <StepUpFields problems={problems} />
      </form>
    </Dialog>
  )
}

type HintProps = Pick<Props<unknown>, 'endpoint' | 'allowsLocalhost'> & { url: string }

/** Renders the rule for URLs, or the consequence of changing the dashboard's own endpoint. */
export function UrlHint({ endpoint, url, allowsLocalhost }: HintProps) {
  if (endpoint?.own && url.trim() !== endpoint.url)
    return <span className="font-medium text-warning">{copy.ownUrl}</span>
  return allowsLocalhost ? copy.urlHintLocal : copy.urlHint
}
