'use client'

import { type RefObject, useState } from 'react'
import { PasswordDialog } from '@/components/step-up/password-dialog'
import { ChoiceGroup } from '@/components/ui/choice'
import { useToast } from '@/components/ui/toast'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { webhooks } from '@/lib/messages/developer-webhooks'
import type { EndpointActions } from './endpoint-actions'
import { useRenewEndpoints } from './queries'

const copy = webhooks.rotation

/** A requested step of a rotation. */
export type AskedStep = 'rotate' | 'show' | 'use_now' | 'cancel'

type Props = {
  of: AskedStep
  endpoint: Pick<ShownEndpoint, 'id' | 'own'>
  actions: Pick<EndpointActions, 'rotate' | 'showNextSecret' | 'endRotation'>
  /** The element that regains the focus. */
  opener: RefObject<HTMLElement | null>
  /** Called with a new secret, to show it. */
  onRotated: (secret: string) => void
  onClose: () => void
}

/** Renders one step of a rotation: start it, show its new secret again, end it now, or cancel it. */
export function RotationDialogs({ of, endpoint: { id, own }, actions, opener, onRotated, onClose }: Props) {
  const toast = useToast()
  const renew = useRenewEndpoints()
  const [mode, setMode] = useState<'stage' | 'overlap'>('stage')
  const common = { name: null, opener, onUnknown: renew, onClose }
  if (of === 'rotate') {
    return (
      <PasswordDialog
        {...common}
        title={copy.title}
        lead={own ? `${copy.lead} ${copy.ownLead}` : copy.lead}
        submitLabel={copy.submit}
        failed={copy.failed}
        act={async (stepUp) => {
          const result = await actions.rotate({ id, mode }, stepUp)
          if (!result?.ok) return result
          const { secret } = result.data
          if (secret !== null) return { ok: true, data: secret }
          return { ok: false, error: { code: 'still_running', message: copy.running } }
        }}
        onDone={(secret) => {
          onRotated(secret)
          renew()
        }}
      >
        <div className="flex flex-col gap-2">
          <ChoiceGroup
            legend={copy.mode}
            name="mode"
            value={mode}
            options={[
              { value: 'stage', label: copy.stage },
              { value: 'overlap', label: copy.overlap },
            ]}
            onChange={(value) => setMode(value === 'overlap' ? 'overlap' : 'stage')}
            fills
          />
          <p aria-live="polite" className="text-muted text-xs">
            {copy[`${mode}Hint`]}
          </p>
        </div>
      </PasswordDialog>
    )
  }
  if (of === 'show') {
    return (
      <PasswordDialog
        {...common}
        title={copy.show}
        lead={copy.showLead}
        submitLabel={copy.show}
        failed={copy.notShown}
        act={(stepUp) => actions.showNextSecret({ id }, stepUp)}
        onDone={({ secret }) => {
          if (secret !== null) return onRotated(secret)
          onClose()
          renew()
          toast({ message: copy.over })
        }}
      />
    )
  }
  const cancels = of === 'cancel'
  return (
    <PasswordDialog
      {...common}
      title={cancels ? copy.cancelTitle : copy.useNow}
      lead={cancels ? copy.cancelLead : copy.useNowLead}
      submitLabel={cancels ? copy.cancel : copy.useNow}
      {...(cancels ? { cancelLabel: copy.keep } : {})}
      failed={copy.notEnded}
      danger={cancels}
      act={(stepUp) => actions.endRotation({ id, act: of }, stepUp)}
      onDone={({ ended }) => {
        onClose()
        renew()
        toast({ message: ended ? (cancels ? copy.cancelled : copy.used) : copy.over })
      }}
    />
  )
}
