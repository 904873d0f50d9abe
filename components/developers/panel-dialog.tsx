import type { ComponentProps } from 'react'
import { useRenew } from '@/components/data/member'
import { PasswordDialog } from '@/components/step-up/password-dialog'
import { useToast } from '@/components/ui/toast'

type Dialog<Data> = ComponentProps<typeof PasswordDialog<Data>>
type Props<Data> = Omit<Dialog<Data>, 'onDone' | 'onUnknown'> & {
  /** Noun that the change concerns, which is refetched. */
  noun: string
  /** May return a message, which closes the dialog and is shown as a toast. */
  onDone: (data: Data) => string | undefined
}

/** Renders the dialog of a change in `Developers` that needs a step-up. */
export function PanelDialog<Data>({ noun, onDone, ...dialog }: Props<Data>) {
  const renew = useRenew(noun)
  const toast = useToast()
  function finish(data: Data) {
    void renew()
    const message = onDone(data)
    if (message === undefined) return
    dialog.onClose()
    toast({ message })
  }
  return <PasswordDialog {...dialog} onDone={finish} onUnknown={renew} />
}
