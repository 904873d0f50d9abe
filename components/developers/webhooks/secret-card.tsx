import { KeyRound } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { fieldDialog } from '@/components/settings/field-dialog-part'
import { DateTime } from '@/components/time/date-time'
import { spanWords } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { ShownEndpoint } from '@/lib/dashboard/schema/developers/webhooks'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { times } from '@/lib/messages/times'
import type { EndpointActions } from './endpoint-actions'
import { secretDialog } from './secret-dialog-part'
import { useActAtOnce, useRenewEndpoints } from './use-endpoint-acts'

const copy = webhooks.rotation
const rotateDialog = lazyModule(() =>
  import('./rotate-secret-dialog').then(({ RotateSecretDialog }) => RotateSecretDialog),
)

type Props = { endpoint: ShownEndpoint; actions: EndpointActions | null }

/** The age of an endpoint's signing secret and its rotation. */
export function SecretCard({ endpoint, actions }: Props) {
  const { id, own, rotation, secretSince } = endpoint
  const [dialog, setDialog] = useState<'rotate' | 'cancel' | { secret: string } | null>(null)
  /** The button of the next step: to rotate, or to use the new secret. */
  const button = useRef<HTMLButtonElement>(null)
  const toast = useToast()
  const act = useActAtOnce()
  const renew = useRenewEndpoints()
  const RotateDialog = useLazyModule(rotateDialog)
  const SecretDialog = useLazyModule(secretDialog)
  const FieldDialog = useLazyModule(fieldDialog)

  async function rotate() {
    // A secret that has come must be shown: its dialog is here before it is asked for.
    const [asks, shows] = await Promise.all([rotateDialog.ask(), secretDialog.ask()])
    if (asks && shows) setDialog('rotate')
  }

  return (
    <Card
      title={webhooks.secret.title}
      action={
        actions && !rotation ? (
          <Button
            ref={button}
            size="sm"
            icon={<KeyRound aria-hidden className="size-4" />}
            onClick={() => void rotate()}
          >
            {copy.open}
          </Button>
        ) : null
      }
    >
      <p className="text-muted text-sm">
        {webhooks.names.secret} <DateTime iso={secretSince} variant="day" />
      </p>
      {rotation ? (
        <Rotation rotation={rotation}>
          {actions ? (
            <span className="mt-3 flex flex-wrap gap-2">
              <Button
                ref={button}
                size="sm"
                variant="primary"
                onClick={() =>
                  void act(() => actions.endRotation({ id, act: 'use_now' }), {
                    about: `endpoint-secret:${id}`,
                    done: ({ ended }) => (ended ? copy.used : copy.over),
                    failed: copy.notEnded,
                  })
                }
              >
                {copy.useNow}
              </Button>
              <Button
                size="sm"
                onClick={() => void fieldDialog.ask().then((here) => here && setDialog('cancel'))}
              >
                {copy.cancel}
              </Button>
            </span>
          ) : null}
        </Rotation>
      ) : null}
      {actions && RotateDialog && dialog === 'rotate' ? (
        <RotateDialog
          own={own}
          rotate={(input) => actions.rotate({ id, ...input })}
          onClose={() => setDialog(null)}
          onRotated={(secret) => {
            setDialog({ secret })
            renew()
          }}
        />
      ) : null}
      {SecretDialog && typeof dialog === 'object' && dialog ? (
        <SecretDialog secret={dialog.secret} own={own} opener={button} onStored={() => setDialog(null)} />
      ) : null}
      {actions && FieldDialog && dialog === 'cancel' ? (
        <FieldDialog
          title={copy.cancelTitle}
          lead={copy.cancelLead}
          field={null}
          submitLabel={copy.cancel}
          busyLabel={copy.cancel}
          cancelLabel={copy.keep}
          failed={copy.notEnded}
          danger
          act={() => actions.endRotation({ id, act: 'cancel' })}
          onDone={() => {
            setDialog(null)
            renew()
            toast({ message: copy.cancelled })
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Card>
  )
}

function Rotation({
  rotation: { mode, endsAt },
  children,
}: {
  rotation: NonNullable<ShownEndpoint['rotation']>
  children: ReactNode
}) {
  const { now } = usePlace()
  return (
    <Banner tone="info" title={copy[mode](times.ahead(spanWords(Date.parse(endsAt) - now)))} className="mt-3">
      <p>{copy[`${mode}Hint`]}</p>
      {children}
    </Banner>
  )
}
