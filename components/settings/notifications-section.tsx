'use client'

import { useState } from 'react'
import { failureToast } from '@/components/data/failure-toast'
import { CheckField } from '@/components/ui/checkbox'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { mail } from '@/lib/messages/mail'
import { Panel, SettingsSection } from './settings-section'

const copy = mail.notifications

type Props = {
  email: string
  on: boolean
  /** Null if the deployment sends no mail. */
  setPaidNotice: ((input: { on: boolean }) => Promise<ActionResult<{ on: boolean }>>) | null
}

/** Renders the mails that a member receives about this account. */
export function NotificationsSection({ email, on: known, setPaidNotice }: Props) {
  const toast = useToast()
  const [on, setOn] = useState(known)
  const [busy, setBusy] = useState(false)
  async function change(next: boolean) {
    if (!setPaidNotice || busy) return
    setBusy(true)
    setOn(next)
    const result = await setPaidNotice({ on: next }).catch(() => null)
    setBusy(false)
    if (result?.ok) return setOn(result.data.on)
    setOn(!next)
    toast({ about: 'paid-notice', ...failureToast(result, { what: copy.saveFailed }) })
  }
  return (
    <SettingsSection id="notifications" title={copy.title} lead={copy.lead}>
      <Panel className="px-4 py-3 sm:px-5">
        {setPaidNotice ? (
          <CheckField
            label={copy.paid}
            hint={copy.paidHint(email)}
            checked={on}
            onChange={(next) => void change(next)}
          />
        ) : (
          <p className="text-muted">{copy.off}</p>
        )}
      </Panel>
    </SettingsSection>
  )
}
