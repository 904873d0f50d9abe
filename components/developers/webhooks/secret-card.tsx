import { KeyRound } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { durationText } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { times } from '@/lib/messages/times'
import type { EndpointActions } from './endpoint-actions'
import type { AskedStep } from './rotation-dialogs'

const copy = webhooks.rotation
const rotationDialogs = lazyModule(() =>
  import('./rotation-dialogs').then((module) => module.RotationDialogs),
)
const secretDialog = lazyModule(() =>
  import('@/components/step-up/shown-once-dialog').then(({ ShownOnceDialog }) => ShownOnceDialog),
)

type Props = { endpoint: ShownEndpoint; actions: EndpointActions | null }

/** Renders the age of an endpoint's signing secret and its rotation. */
export function SecretCard({ endpoint, actions }: Props) {
  const { own, rotation, secretSince } = endpoint
  const [dialog, setDialog] = useState<AskedStep | { secret: string } | null>(null)
  /** Button of the next step: to rotate, or to use the new secret. */
  const button = useRef<HTMLButtonElement>(null)
  const Dialogs = useLazyModule(rotationDialogs)
  const SecretDialog = useLazyModule(secretDialog)

  async function ask(step: AskedStep) {
    // Both dialogs load before a rotation starts, because a new secret that cannot be shown is lost.
    const [asks, shows] = await Promise.all([rotationDialogs.loadOrNull(), secretDialog.loadOrNull()])
    if (asks && shows) setDialog(step)
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
            onClick={() => void ask('rotate')}
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
              <Button ref={button} size="sm" variant="primary" onClick={() => void ask('use_now')}>
                {copy.useNow}
              </Button>
              <Button size="sm" onClick={() => void ask('show')}>
                {copy.show}
              </Button>
              <Button size="sm" onClick={() => void ask('cancel')}>
                {copy.cancel}
              </Button>
            </span>
          ) : null}
        </Rotation>
      ) : null}
      {actions && Dialogs && typeof dialog === 'string' ? (
        <Dialogs
          of={dialog}
          endpoint={endpoint}
          actions={actions}
          opener={button}
          onRotated={(secret) => setDialog({ secret })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {SecretDialog && typeof dialog === 'object' && dialog ? (
        <SecretDialog
          title={webhooks.secret.title}
          lead={own ? webhooks.secret.ownLead : webhooks.secret.nextLead}
          label={webhooks.secret.label}
          secret={dialog.secret}
          opener={button}
          onStored={() => setDialog(null)}
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
  const { now } = useLocale()
  return (
    <Banner
      tone="info"
      title={copy[mode](times.ahead(durationText(Date.parse(endsAt) - now)))}
      className="mt-3"
    >
      <p>{copy[`${mode}Hint`]}</p>
      {children}
    </Banner>
  )
}
