import { type ReactNode, type RefObject, useId } from 'react'
import { FailureBanner } from '@/components/data/failure'
import type { ActionForm } from '@/components/data/use-action-form'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type Props = {
  form: Pick<ActionForm, 'props' | 'failure' | 'busy' | 'submit'>
  title: string
  lead?: ReactNode
  failed: string
  submit: string
  busyLabel: string
  cancel?: string | undefined
  danger?: boolean | undefined
  /** The element that regains the focus; by default the previously focused one. */
  opener?: RefObject<HTMLElement | null> | undefined
  onClose: () => void
  /** Called by the cancel button in place of `onClose`. */
  onCancel?: () => void
  className?: string
  children: ReactNode
}

/** Renders a form as a dialog. It stays open while a response is pending, which may carry what is shown only once. */
export function FormDialog({
  form,
  title,
  lead,
  failed,
  opener,
  onClose,
  onCancel = onClose,
  ...props
}: Props) {
  const t = useTexts()
  const id = useId()
  const { failure, busy } = form
  const unlessBusy = (act: () => void) => () => (busy ? undefined : act())
  return (
    <Dialog
      onClose={unlessBusy(onClose)}
      title={title}
      description={lead}
      className={props.className}
      {...(opener ? { opener } : {})}
      footer={
        <>
          <Button onClick={unlessBusy(onCancel)}>{props.cancel ?? t('common.cancel')}</Button>
          <Button
            {...form.submit}
            {...(props.danger ? { variant: 'danger' } : {})}
            form={id}
            busyLabel={props.busyLabel}
          >
            {props.submit}
          </Button>
        </>
      }
    >
      <form id={id} {...form.props} className="flex flex-col gap-4">
        <FailureBanner title={failed} failure={failure} />
        {props.children}
      </form>
    </Dialog>
  )
}
