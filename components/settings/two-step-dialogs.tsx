import { type RefObject, useState } from 'react'
import { confirmTwoStepAction } from '@/app/(dashboard)/[account]/settings/security/actions'
import { useAct } from '@/components/data/member'
import { CopyMark } from '@/components/data/short-id'
import { useActionForm } from '@/components/data/use-action-form'
import { QrPicture } from '@/components/links/qr'
import { FormDialog } from '@/components/step-up/form-dialog'
import { ShownOnceDialog } from '@/components/step-up/shown-once-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { RecoveryCodes, TwoStepSetup } from '@/lib/dashboard/team/two-step'

export type ShownTwoStep = { setup: TwoStepSetup } | RecoveryCodes

type Props = {
  shown: ShownTwoStep
  opener: RefObject<HTMLElement | null>
  onChanged: (message: string | null) => void
  onClose: () => void
}

/** Renders the secret of two-step sign-in until it is confirmed, and the recovery codes. Both are shown once. */
export function TwoStepDialogs({ shown, opener, onChanged, onClose }: Props) {
  const t = useTexts()
  const [codes, setCodes] = useState('codes' in shown ? shown.codes : null)
  if ('setup' in shown && !codes) {
    const show = ({ codes: made }: RecoveryCodes) => {
      setCodes(made)
      onChanged(null)
    }
    return <SetUpDialog setup={shown.setup} opener={opener} onDone={show} onClose={onClose} />
  }
  return (
    <ShownOnceDialog
      title={t('security.twoStep.recovery.title')}
      lead={t('security.twoStep.recovery.lead')}
      label={t('security.twoStep.recovery.label')}
      copied={t('security.twoStep.recovery.copied')}
      file={t('security.twoStep.recovery.file')}
      secret={codes?.join('\n') ?? ''}
      rows={codes?.length}
      opener={opener}
      onStored={() => {
        onChanged('setup' in shown ? t('security.twoStep.turnOn.done') : null)
        onClose()
      }}
    />
  )
}

type SetUpProps = Pick<Props, 'opener' | 'onClose'> & {
  setup: TwoStepSetup
  onDone: (codes: RecoveryCodes) => void
}

function SetUpDialog({ setup, opener, onDone, onClose }: SetUpProps) {
  const t = useTexts()
  const confirm = useAct(confirmTwoStepAction)
  const form = useActionForm({
    fields: ['code'],
    check: ({ code }) => (code.trim() === '' ? { code: t('security.twoStep.setUp.codeMissing') } : {}),
    act: ({ code }) => confirm({ code: code.trim() }),
    onDone,
    // Typing replaces a wrong code.
    onRefusal: () => {
      form.props.ref.current?.querySelector('input')?.select()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('security.twoStep.setUp.title')}
      lead={t('security.twoStep.setUp.lead')}
      failed={t('security.twoStep.turnOn.failed')}
      submit={t('security.twoStep.setUp.submit')}
      busyLabel={t('security.twoStep.setUp.busy')}
      opener={opener}
      onClose={onClose}
    >
      <div className="flex justify-center rounded-lg bg-sunken py-4">
        <QrPicture
          text={setup.uri}
          label={t('security.twoStep.setUp.qr')}
          failed={t('security.twoStep.setUp.qrFailed')}
        />
      </div>
      <div>
        <p className="font-medium text-sm">{t('security.twoStep.setUp.secret')}</p>
        <div className="mt-1 flex items-center gap-2">
          <code className="wrap-anywhere min-w-0 flex-1 text-sm">
            {setup.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <CopyMark value={setup.secret} name={t('security.twoStep.setUp.secretCopied')} />
        </div>
      </div>
      <Field
        label={t('security.twoStep.setUp.code')}
        hint={t('security.twoStep.setUp.codeHint')}
        {...form.field('code')}
        required
      >
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={16}
          className="font-mono tracking-wider"
        />
      </Field>
    </FormDialog>
  )
}
