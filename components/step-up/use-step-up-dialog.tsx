import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'
import type { PasswordDialog } from './password-dialog'

// Few users open the dialog, so it loads after the page.
const passwordDialog = lazyModule(() => import('./password-dialog').then((module) => module.PasswordDialog))

type Dialog<Data> = ComponentProps<typeof PasswordDialog<Data>>
type Asked<Data> = Omit<Dialog<Data>, 'submitLabel' | 'cancelLabel' | 'opener' | 'check' | 'onClose'> & {
  submit: string
  keep?: string
}

/**
 * Returns a function that asks for a step-up to a change, and the open dialog, which closes once the change is done. The
 * focus returns to the element that had it, or to `from`; `opener` refers to it.
 */
export function useStepUpDialog() {
  const [dialog, setDialog] = useState<ReactNode>(null)
  const opener = useRef<HTMLElement>(null)
  const close = () => setDialog(null)

  async function ask<Data>(
    { submit, keep, onDone, ...asked }: Asked<Data>,
    from: Element | null = document.activeElement,
  ) {
    opener.current = from instanceof HTMLElement ? from : null
    const PasswordDialog = await passwordDialog.loadOrNull()
    if (!PasswordDialog) return
    setDialog(
      <PasswordDialog
        {...asked}
        submitLabel={submit}
        cancelLabel={keep}
        opener={opener}
        onDone={(data, typed) => {
          close()
          return onDone(data, typed)
        }}
        onClose={close}
      />,
    )
  }
  return { ask, dialog, opener, intent: passwordDialog.intent }
}
