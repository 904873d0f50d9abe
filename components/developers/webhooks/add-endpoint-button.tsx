'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { addEndpointAction } from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/actions'
import { useAct } from '@/components/data/read'
import { endpointHref } from '@/components/developers/hrefs'
import { useAccount, useGo } from '@/components/navigation/use-go'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'

const formDialog = lazyModule(() =>
  import('./endpoint-form-dialog').then(({ EndpointFormDialog }) => EndpointFormDialog),
)
const secretDialog = lazyModule(() =>
  import('@/components/step-up/shown-once-dialog').then(({ ShownOnceDialog }) => ShownOnceDialog),
)

/** Renders the button that adds an endpoint: its form, then its secret, then its page. */
export function AddEndpointButton({ allowsLocalhost }: { allowsLocalhost: boolean }) {
  const add = useAct(addEndpointAction)
  const client = useQueryClient()
  const account = useAccount()
  const go = useGo()
  const button = useRef<HTMLButtonElement>(null)
  const [step, setStep] = useState<'closed' | 'form' | { id: string; secret: string }>('closed')
  const FormDialog = useLazyModule(formDialog)
  const SecretDialog = useLazyModule(secretDialog)
  return (
    <>
      <Button
        ref={button}
        variant="primary"
        icon={<Plus aria-hidden className="size-4" />}
        onPointerEnter={formDialog.preload}
        onFocus={formDialog.preload}
        onClick={async () => {
          // Both dialogs load before the form opens, because a new secret that cannot be shown is lost.
          const [form, secret] = await Promise.all([formDialog.loadOrNull(), secretDialog.loadOrNull()])
          if (form && secret) setStep('form')
        }}
      >
        {copy.add}
      </Button>
      {FormDialog && step === 'form' ? (
        <FormDialog
          endpoint={null}
          allowsLocalhost={allowsLocalhost}
          send={add}
          onClose={() => setStep('closed')}
          onDone={(made) => {
            setStep(made)
            void client.invalidateQueries({ queryKey: [account, 'endpoints'] })
          }}
        />
      ) : null}
      {SecretDialog && typeof step === 'object' ? (
        <SecretDialog
          title={copy.secret.title}
          lead={copy.secret.lead}
          label={copy.secret.label}
          secret={step.secret}
          opener={button}
          onStored={() => {
            setStep('closed')
            go(endpointHref(step.id))
          }}
        />
      ) : null}
    </>
  )
}
