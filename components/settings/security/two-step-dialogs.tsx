import { type RefObject, useState } from 'react'
import { PasswordDialog } from '@/components/developers/password-dialog'
import { ShownOnceDialog } from '@/components/developers/shown-once-dialog'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { RecoveryCodes, TwoStepSetup } from '@/lib/dashboard/schema/security'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { security } from '@/lib/messages/security'
import { SetUpDialog } from './set-up-dialog'

const copy = security.twoStep

/** Changes of two-step sign-in. Each needs a step-up, or a code of the new secret. */
export type TwoStepActions = {
  start: (stepUp: StepUp) => Promise<ActionResult<TwoStepSetup>>
  confirm: (input: { code: string }) => Promise<ActionResult<RecoveryCodes>>
  stop: (stepUp: StepUp) => Promise<ActionResult<unknown>>
  renew: (stepUp: StepUp) => Promise<ActionResult<RecoveryCodes>>
}

/** A requested change. */
export type AskedTwoStep = 'on' | 'off' | 'renew'

type Props = {
  asked: AskedTwoStep
  acts: TwoStepActions
  /** The element that regains the focus. */
  opener: RefObject<HTMLElement | null>
  onChanged: (message: string | null) => void
  onClose: () => void
}

/** Renders one change of two-step sign-in, and then the recovery codes, which are shown once. */
export function TwoStepDialogs({ asked, acts, opener, onChanged, onClose }: Props) {
  const [setup, setSetup] = useState<TwoStepSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const show = ({ codes: made }: RecoveryCodes) => {
    setCodes(made)
    onChanged(null)
  }
  if (codes) {
    return (
      <ShownOnceDialog
        title={copy.recovery.title}
        lead={copy.recovery.lead}
        label={copy.recovery.label}
        copied={copy.recovery.copied}
        secret={codes.join('\n')}
        rows={codes.length}
        file={copy.recovery.file}
        opener={opener}
        onStored={() => {
          onChanged(asked === 'on' ? copy.turnOn.done : null)
          onClose()
        }}
      />
    )
  }
  if (setup) {
    return (
      <SetUpDialog setup={setup} confirm={acts.confirm} opener={opener} onDone={show} onClose={onClose} />
    )
  }
  const shared = { name: null, opener, onUnknown: () => onChanged(null), onClose } as const
  if (asked === 'on') {
    const { title, lead, submit, failed } = copy.turnOn
    return (
      <PasswordDialog
        {...shared}
        title={title}
        lead={lead}
        submitLabel={submit}
        failed={failed}
        act={acts.start}
        onDone={setSetup}
      />
    )
  }
  if (asked === 'renew') {
    const { title, lead, submit, failed } = copy.renew
    return (
      <PasswordDialog
        {...shared}
        title={title}
        lead={lead}
        submitLabel={submit}
        failed={failed}
        act={acts.renew}
        onDone={show}
      />
    )
  }
  const { title, lead, submit, failed, done } = copy.turnOff
  return (
    <PasswordDialog
      {...shared}
      title={title}
      lead={lead}
      submitLabel={submit}
      failed={failed}
      danger
      act={acts.stop}
      onDone={() => {
        onChanged(done)
        onClose()
      }}
    />
  )
}
