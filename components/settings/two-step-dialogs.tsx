import { type RefObject, useId, useState } from 'react'
import {
  confirmTwoStepAction,
  disableTwoStepAction,
  renewRecoveryCodesAction,
  startTwoStepAction,
} from '@/app/(dashboard)/[account]/settings/security/actions'
import { FailureBanner } from '@/components/data/failure'
import { useAct } from '@/components/data/read'
import { CopyMark } from '@/components/data/short-id'
import { useActionForm } from '@/components/data/use-action-form'
import { QrPicture } from '@/components/links/qr'
import { PasswordDialog } from '@/components/step-up/password-dialog'
import { ShownOnceDialog } from '@/components/step-up/shown-once-dialog'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { RecoveryCodes, TwoStepSetup } from '@/lib/dashboard/schema/security'
import { common } from '@/lib/messages/common'
import { security } from '@/lib/messages/security'

const copy = security.twoStep
const { setUp } = copy

/** A requested change. */
export type AskedTwoStep = 'turnOn' | 'turnOff' | 'renew'

type Props = {
  asked: AskedTwoStep
  /** The element that regains the focus. */
  opener: RefObject<HTMLElement | null>
  onChanged: (message: string | null) => void
  onClose: () => void
}

/** Renders one change of two-step sign-in, and then the recovery codes, which are shown once. */
export function TwoStepDialogs({ asked, opener, onChanged, onClose }: Props) {
  const start = useAct(startTwoStepAction)
  const renew = useAct(renewRecoveryCodesAction)
  const stop = useAct(disableTwoStepAction)
  const [setup, setSetup] = useState<TwoStepSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const show = ({ codes: made }: RecoveryCodes) => {
    setCodes(made)
    onChanged(null)
  }
  const end = (message: string | null) => {
    onChanged(message)
    onClose()
  }
  if (codes)
    return (
      <ShownOnceDialog
        {...copy.recovery}
        secret={codes.join('\n')}
        rows={codes.length}
        opener={opener}
        onStored={() => end(asked === 'turnOn' ? copy.turnOn.done : null)}
      />
    )
  if (setup) return <SetUpDialog setup={setup} opener={opener} onDone={show} onClose={onClose} />
  const { title, lead, submit: submitLabel, failed } = copy[asked]
  const onUnknown = () => onChanged(null)
  const shared = { title, lead, submitLabel, failed, name: null, opener, onUnknown, onClose }
  if (asked === 'turnOn') return <PasswordDialog {...shared} act={start} onDone={setSetup} />
  if (asked === 'renew') return <PasswordDialog {...shared} act={renew} onDone={show} />
  return <PasswordDialog {...shared} danger act={stop} onDone={() => end(copy.turnOff.done)} />
}

type SetUpProps = {
  setup: TwoStepSetup
  /** The element that regains the focus. */
  opener: RefObject<HTMLElement | null>
  onDone: (codes: RecoveryCodes) => void
  onClose: () => void
}

/** Renders the secret for an authenticator app, as a QR code and as text, and the field for the code that confirms it. */
function SetUpDialog({ setup, opener, onDone, onClose }: SetUpProps) {
  const confirm = useAct(confirmTwoStepAction)
  const formId = useId()
  const form = useActionForm({
    fields: ['code'],
    check: ({ code }) => (code.trim() === '' ? { code: setUp.codeMissing } : {}),
    act: ({ code }) => confirm({ code: code.trim() }),
    onDone,
    // Typing replaces a wrong code.
    onRefusal: () => {
      form.props.ref.current?.querySelector('input')?.select()
    },
  })
  const { problems, failure, busy } = form

  // The pending response carries the recovery codes, so the dialog stays open.
  const leave = () => (busy ? undefined : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leave())}
      title={setUp.title}
      description={setUp.lead}
      opener={opener}
      footer={
        <>
          <Button onClick={leave}>{common.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={setUp.busy}>
            {setUp.submit}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-4">
        {failure ? <FailureBanner title={copy.turnOn.failed} failure={failure} /> : null}
        <div className="flex justify-center rounded-lg bg-sunken py-4">
          <QrPicture text={setup.uri} label={setUp.qr} failed={setUp.qrFailed} />
        </div>
        <div>
          <p className="font-medium text-sm">{setUp.secret}</p>
          <div className="mt-1 flex items-center gap-2">
            <code className="wrap-anywhere min-w-0 flex-1 text-sm">
              {setup.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
            <CopyMark value={setup.secret} name={setUp.secretCopied} />
          </div>
        </div>
        <Field label={setUp.code} hint={setUp.codeHint} error={problems.code} required>
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
