'use client'

import { LogIn, WifiOff } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import {
  changeEmailAction,
  sendVerificationAction,
} from '@/app/(dashboard)/[account]/settings/security/actions'
import { ACCOUNT_GONE_EVENT, SIGNED_OUT_EVENT, signInAddress } from '@/components/data/fetch-json'
import { useAct } from '@/components/data/member'
import { usePress } from '@/components/data/use-press'
import { dropKeys } from '@/components/keyboard/held-keys'
import { isOnline, useOnline } from '@/components/navigation/network'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { MODULE_FAILED_EVENT } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'

/** Reports that the browser is offline, the session has ended, or the account was removed, and modules that did not load. */
export function ConnectionNotice() {
  const t = useTexts()
  const online = useOnline()
  const toast = useToast()
  const [ending, setEnding] = useState<'signedOut' | 'accountGone' | null>(null)
  useEffect(() => {
    const missed = () => {
      // A deployment usually is the reason if a module is missing in spite of a network.
      if (!isOnline()) return
      toast({
        message: t('shell.partMissed'),
        tone: 'danger',
        about: 'module-failed',
        action: { label: t('shell.reload'), onSelect: () => isOnline() && window.location.reload() },
      })
    }
    const ended = () => setEnding('signedOut')
    const removed = () => setEnding((before) => before ?? 'accountGone')
    const stopped = new AbortController()
    const { signal } = stopped
    window.addEventListener(MODULE_FAILED_EVENT, missed, { signal })
    window.addEventListener(MODULE_FAILED_EVENT, dropKeys, { signal })
    window.addEventListener(SIGNED_OUT_EVENT, ended, { signal })
    window.addEventListener(ACCOUNT_GONE_EVENT, removed, { signal })
    return () => stopped.abort()
  }, [toast, t])
  const Icon = online ? LogIn : WifiOff
  const notice = online ? ending : 'offline'
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-(--float) z-30 flex justify-center md:left-16 rail:left-56"
    >
      {notice ? (
        <div
          data-connection-notice
          className="pointer-events-auto flex max-w-xl animate-rise items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-3.5 shadow-float"
        >
          <Icon aria-hidden className="size-4 shrink-0 text-warning" />
          <p className="min-w-0 py-1 pr-1.5">
            <strong className="font-medium">{t(`shell.notices.${notice}.title`)}</strong>{' '}
            <span className="text-muted text-sm">{t(`shell.notices.${notice}.hint`)}</span>
          </p>
          {notice === 'offline' ? null : (
            <Button asChild variant="primary" size="sm">
              {/* A full page load discards the state of the ended session or the removed account. */}
              <a href={notice === 'signedOut' ? signInAddress() : '/'}>{t(`shell.notices.${notice}.way`)}</a>
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}

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
