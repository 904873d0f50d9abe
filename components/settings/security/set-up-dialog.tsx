'use client'

import { type RefObject, useId } from 'react'
import { FailureBanner } from '@/components/data/failure-banner'
import { CopyMark } from '@/components/data/short-id'
import { useActionForm } from '@/components/data/use-action-form'
import { QrPicture, useQrShape } from '@/components/links/share/qr-picture'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { RecoveryCodes, TwoStepSetup } from '@/lib/dashboard/schema/security'
import { common } from '@/lib/messages/common'
import { security } from '@/lib/messages/security'
import { settings } from '@/lib/messages/settings'

const { setUp: copy, turnOn } = security.twoStep

type Props = {
  setup: TwoStepSetup
  confirm: (input: { code: string }) => Promise<ActionResult<RecoveryCodes>>
  /** The element that regains the focus. */
  opener: RefObject<HTMLElement | null>
  onDone: (codes: RecoveryCodes) => void
  onClose: () => void
}

/** Renders the secret for an authenticator app, as a QR code and as text, and the field for the code that confirms it. */
export function SetUpDialog({ setup, confirm, opener, onDone, onClose }: Props) {
  const formId = useId()
  const [shape] = useQrShape(setup.uri)
  const form = useActionForm({
    fields: ['code'],
    check: ({ code }) => (code.trim() === '' ? { code: copy.codeMissing } : {}),
    act: ({ code }) => confirm({ code: code.trim() }),
    onDone,
    // Typing replaces a wrong code.
    onRefusal: () => {
      form.props.ref.current?.querySelector('input')?.select()
    },
    noAnswer: settings.noAnswer,
  })
  const { problems, failure, busy } = form

  // The pending response carries the recovery codes, so the dialog stays open.
  const leave = () => (busy ? undefined : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leave())}
      title={copy.title}
      description={copy.lead}
      closeLabel={common.close}
      opener={opener}
      footer={
        <>
          <Button onClick={leave}>{common.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.busy}>
            {copy.submit}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-4">
        {failure ? <FailureBanner title={turnOn.failed} failure={failure} /> : null}
        <div className="flex justify-center rounded-lg bg-sunken py-4">
          <QrPicture shape={shape} label={copy.qr} failed={copy.qrFailed} />
        </div>
        <div>
          <p className="font-medium text-sm">{copy.secret}</p>
          <div className="mt-1 flex items-center gap-2">
            <code className="wrap-anywhere min-w-0 flex-1 text-sm">
              {setup.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
            <CopyMark value={setup.secret} name={copy.secretCopied} />
          </div>
        </div>
        <Field label={copy.code} hint={copy.codeHint} error={problems.code} required>
          <Input
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={16}
            className="font-mono tracking-wider"
          />
        </Field>
      </form>
    </Dialog>
  )
}
