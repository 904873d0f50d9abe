'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import {
  changeEmailAction,
  sendVerificationAction,
} from '@/app/(dashboard)/[account]/settings/security/actions'
import { useAct } from '@/components/data/read'
import { fieldDialog } from '@/components/settings/field-dialog-part'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { useLazyModule } from '@/components/ui/lazy-module'
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
  const [changes, setChanges] = useState(false)
  const PasswordDialog = useLazyModule(fieldDialog)

  async function send() {
    if (busy) return
    setBusy(true)
    const result = await sendAgain({})
    setBusy(false)
    if (result?.ok) return toast({ message: copy.sent(email) })
    toast({ message: result?.error.message ?? common.noAnswer, tone: 'danger' })
  }

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
            <Button
              data-opens-form
              size="sm"
              variant="quiet"
              onClick={async () => setChanges((await fieldDialog.loadOrNull()) !== null)}
            >
              {copy.change}
            </Button>
          </div>
        }
      >
        {copy.bannerHint}
      </Banner>
      {changes && PasswordDialog ? (
        <PasswordDialog
          title={copy.changeTitle}
          lead={copy.changeLead}
          name={{ label: copy.newEmail, missing: copy.newEmailMissing, type: 'email' }}
          submitLabel={copy.changeSubmit}
          failed={copy.changeFailed}
          act={(stepUp, typed) => changeEmail({ email: typed }, stepUp)}
          onDone={() => {
            setChanges(false)
            router.refresh()
          }}
          onUnknown={() => router.refresh()}
          onClose={() => setChanges(false)}
        />
      ) : null}
    </>
  )
}
