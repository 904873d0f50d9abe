'use client'

import { useRouter } from 'next/navigation'
import {
  changeEmailAction,
  sendVerificationAction,
} from '@/app/(dashboard)/[account]/settings/security/actions'
import { useAct } from '@/components/data/read'
import { usePress } from '@/components/data/use-press'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'

export function UnverifiedBanner({ email }: { email: string }) {
  const t = useTexts()
  const sendAgain = useAct(sendVerificationAction)
  const changeEmail = useAct(changeEmailAction)
  const router = useRouter()
  const toast = useToast()
  const { busy, press } = usePress()
  const { ask, dialog } = useStepUpDialog()

  async function send() {
    if (await press(() => sendAgain({}), { stands: t('common.noAnswer') }))
      toast({ message: t('verify-email.sent', { email }) })
  }

  const askChange = () =>
    ask({
      title: t('verify-email.changeTitle'),
      lead: t('verify-email.changeLead'),
      submit: t('verify-email.changeSubmit'),
      failed: t('verify-email.changeFailed'),
      name: { label: t('verify-email.newEmail'), missing: t('verify-email.newEmailMissing'), type: 'email' },
      act: (stepUp, typed) => changeEmail({ email: typed }, stepUp),
      onDone: router.refresh,
      onUnknown: router.refresh,
    })

  return (
    <>
      <Banner
        tone="info"
        title={<span className="wrap-anywhere">{t('verify-email.banner', { email })}</span>}
        className="mb-5"
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" busy={busy} busyLabel={t('verify-email.sending')} onClick={send}>
              {t('verify-email.sendAgain')}
            </Button>
            <Button data-opens-form size="sm" variant="quiet" onClick={askChange}>
              {t('verify-email.change')}
            </Button>
          </div>
        }
      >
        {t('verify-email.bannerHint')}
      </Banner>
      {dialog}
    </>
  )
}
