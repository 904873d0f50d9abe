'use client'

import { type FormEvent, useId, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { common } from '@/lib/messages/common'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { settings } from '@/lib/messages/settings'

const copy = webhooks.rotation

type Mode = 'stage' | 'overlap'
type Props = {
  own: boolean
  rotate: (input: { mode: Mode; password: string }) => Promise<ActionResult<{ secret: string | null }>>
  onRotated: (secret: string) => void
  onClose: () => void
}

/** Asks how the old secret gives way to the new one, and for the password. */
export function RotateSecretDialog({ own, rotate, onRotated, onClose }: Props) {
  const formId = useId()
  const password = useRef<HTMLInputElement>(null)
  const [mode, setMode] = useState<Mode>('stage')
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  function refuse(message: string) {
    setProblem(message)
    password.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = password.current?.value ?? ''
    if (typed === '') return refuse(copy.passwordMissing)
    setBusy(true)
    setProblem(undefined)
    setFailure(null)
    const result = await rotate({ mode, password: typed }).catch(() => null)
    if (result?.ok && result.data.secret !== null) return onRotated(result.data.secret)
    setBusy(false)
    if (result?.ok) return setFailure({ message: copy.running })
    const wrong = result?.error.fields?.find(({ field }) => field === 'password')
    if (wrong) return refuse(wrong.message)
    setFailure({ message: result?.error.message ?? settings.noAnswer, requestId: result?.error.requestId })
  }

  // The answer on its way may carry a secret that is shown this once.
  const leave = () => (busy ? undefined : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leave())}
      title={copy.title}
      description={own ? `${copy.lead} ${copy.ownLead}` : copy.lead}
      closeLabel={common.close}
      footer={
        <>
          <Button onClick={leave}>{common.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.busy}>
            {copy.submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} method="post" noValidate className="flex flex-col gap-5">
        {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
        <div className="flex flex-col gap-2">
          <ChoiceGroup
            legend={copy.mode}
            name="mode"
            value={mode}
            options={[
              { value: 'stage', label: copy.stage },
              { value: 'overlap', label: copy.overlap },
            ]}
            onChange={(value) => setMode(value === 'overlap' ? 'overlap' : 'stage')}
            fills
          />
          <p aria-live="polite" className="text-muted text-xs">
            {copy[`${mode}Hint`]}
          </p>
        </div>
        <Field label={copy.password} error={problem} required>
          <Input ref={password} name="password" type="password" autoComplete="current-password" />
        </Field>
      </form>
    </Dialog>
  )
}
