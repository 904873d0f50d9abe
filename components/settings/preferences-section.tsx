'use client'

import { Keyboard } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useOptimistic, useState, useTransition } from 'react'
import { chooseLanguageAction } from '@/app/(auth)/actions'
import { setPaidNoticeAction } from '@/app/(dashboard)/[account]/settings/actions'
import { failureToast } from '@/components/data/failure'
import { useAct, useMember } from '@/components/data/member'
import { usePress } from '@/components/data/use-press'
import { useKeyboard } from '@/components/keyboard/keyboard'
import { useTexts } from '@/components/texts/texts-provider'
import type { Theme } from '@/components/theme/theme'
import { ThemeChoice } from '@/components/theme/theme-choice'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/checkbox'
import { ChoiceGroup } from '@/components/ui/choice'
import { useToast } from '@/components/ui/toast'
import { isLanguage, languages } from '@/lib/domain/languages'
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
  const [on, setOn] = useState(known)
  const { busy, press } = usePress()
  async function change(next: boolean) {
    if (busy) return
    setOn(next)
    const failed = { about: 'paid-notice', what: t('mail.notifications.saveFailed') }
    const saved = await press(() => setPaidNotice({ on: next }), failed)
    setOn(saved?.on ?? !next)
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

const BROWSER = 'browser'

export function LanguageChoice({ language }: { language: string | null }) {
  const t = useTexts()
  const toast = useToast()
  const router = useRouter()
  const [value, setValue] = useOptimistic(language ?? BROWSER)
  const [, start] = useTransition()
  const choose = (chosen: string) =>
    start(async () => {
      setValue(chosen)
      const asked = { language: isLanguage(chosen) ? chosen : null }
      const result = await chooseLanguageAction(asked).catch(() => null)
      if (result?.ok) start(router.refresh)
      else toast({ about: 'language', ...failureToast(result, { what: t('language.failed') }) })
    })
  return (
    <ChoiceGroup
      legend={t('language.title')}
      name="language"
      isNamedBeside
      value={value}
      options={[
        { value: BROWSER, label: t('language.browser') },
        ...Object.entries(languages).map(([one, { name }]) => ({
          value: one,
          label: <span lang={one}>{name}</span>,
        })),
      ]}
      onChange={choose}
    />
  )
}
