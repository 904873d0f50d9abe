'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import {
  changeEmailAction,
  sendVerificationAction,
} from '@/app/(dashboard)/[account]/settings/security/actions'
import { useAct } from '@/components/data/read'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { common } from '@/lib/messages/common'
import { verifyEmail as copy } from '@/lib/messages/verify-email'

/** Renders a banner above every screen of a user with an unverified e-mail address. */
export function UnverifiedBanner({ email }: { email: string }) {
  const sendAgain = useAct(sendVerificationAction)
  const changeEmail = useAct(changeEmailAction)
  const router = useRouter()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const { ask, dialog } = useStepUpDialog()

  async function send() {
    if (busy) return
    setBusy(true)
    const result = await sendAgain({})
    setBusy(false)
    if (result?.ok) return toast({ message: copy.sent(email) })
    toast({ message: result?.error.message ?? common.noAnswer, tone: 'danger' })
  }

  const askChange = () =>
    ask({
      ...{
        title: copy.changeTitle,
        lead: copy.changeLead,
        submit: copy.changeSubmit,
        failed: copy.changeFailed,
      },
      name: { label: copy.newEmail, missing: copy.newEmailMissing, type: 'email' },
      act: (stepUp, typed) => changeEmail({ email: typed }, stepUp),
      onDone: () => router.refresh(),
      onUnknown: () => router.refresh(),
    })

  return (
    <>
      <Banner
        tone="info"
        title={<span className="wrap-anywhere">{copy.banner(email)}</span>}
        className="mb-5"
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" busy={busy} busyLabel={copy.sending} onClick={send}>
              {copy.sendAgain}
            </Button>
            <Button data-opens-form size="sm" variant="quiet" onClick={askChange}>
              {copy.change}
            </Button>
          </div>
        }
      >
        {copy.bannerHint}
      </Banner>
      {dialog}
    </>
  )
}
