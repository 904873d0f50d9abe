'use client'

import { Keyboard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { setPaidNoticeAction } from '@/app/(dashboard)/[account]/settings/actions'
import { failureToast } from '@/components/data/failure'
import { useMember } from '@/components/data/member'
import { useAct } from '@/components/data/read'
import { useKeyboard } from '@/components/keyboard/keyboard'
import { useTexts } from '@/components/texts/texts-provider'
import type { Theme } from '@/components/theme/theme'
import { ThemeChoice } from '@/components/theme/theme-choice'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/checkbox'
import { useToast } from '@/components/ui/toast'
import { Panel, SettingRow, SettingRows, SettingsSection } from './settings-section'

/** Renders the preferences that users set for themselves in this browser. */
export function PreferencesSection({ theme }: { theme: Theme }) {
  const t = useTexts()
  const { openKeys } = useKeyboard()
  return (
    <SettingsSection
      id="preferences"
      title={t('settings.preferences.title')}
      lead={t('settings.preferences.lead')}
    >
      <SettingRows>
        <SettingRow
          name={t('settings.preferences.theme')}
          className="max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5"
        >
          <ThemeChoice theme={theme} inRow />
        </SettingRow>
        <SettingRow
          name={t('settings.preferences.keyboard')}
          // Phones have no keyboard.
          className="pointer-coarse:hidden"
          action={
            <Button size="sm" Icon={Keyboard} onClick={openKeys}>
              {t('settings.preferences.showKeys')}
            </Button>
          }
        >
          <span className="text-muted text-sm">{t('settings.preferences.keyboardHint')}</span>
        </SettingRow>
      </SettingRows>
    </SettingsSection>
  )
}

export function NotificationsSection({ email, on: known }: { email: string; on: boolean }) {
  const t = useTexts()
  const { hasMail } = useMember()
  const setPaidNotice = useAct(setPaidNoticeAction)
  const toast = useToast()
  const [on, setOn] = useState(known)
  const [busy, setBusy] = useState(false)
  async function change(next: boolean) {
    if (busy) return
    setBusy(true)
    setOn(next)
    const result = await setPaidNotice({ on: next })
    setBusy(false)
    if (result?.ok) return setOn(result.data.on)
    setOn(!next)
    toast({ about: 'paid-notice', ...failureToast(result, { what: t('mail.notifications.saveFailed') }) })
  }
  return (
    <SettingsSection
      id="notifications"
      title={t('mail.notifications.title')}
      lead={t('mail.notifications.lead')}
    >
      <Panel className="px-4 py-3 sm:px-5">
        {hasMail ? (
          <CheckField
            label={t('mail.notifications.paid')}
            hint={t('mail.notifications.paidHint', { email })}
            checked={on}
            onChange={(event) => void change(event.target.checked)}
          />
        ) : (
          <p className="text-muted">{t('mail.notifications.off')}</p>
        )}
      </Panel>
    </SettingsSection>
  )
}

/** Scrolls to the section that the address names: client-side navigation finds only the first sections. */
export function ScrollToNamed() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return null
}
