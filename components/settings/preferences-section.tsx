'use client'

import { Keyboard } from 'lucide-react'
import { useKeyboard } from '@/components/keyboard/keyboard-provider'
import type { Theme } from '@/components/shell/account/theme'
import { ThemeChoice } from '@/components/shell/account/theme-choice'
import { Button } from '@/components/ui/button'
import { settings } from '@/lib/messages/settings'
import { SettingRow, SettingRows } from './setting-row'
import { Panel, SettingsSection } from './settings-section'

const copy = settings.preferences

/** Renders the preferences that users set for themselves in this browser. */
export function PreferencesSection({ theme }: { theme: Theme }) {
  const { openKeys } = useKeyboard()
  return (
    <SettingsSection id="preferences" title={copy.title} lead={copy.lead}>
      <Panel className="px-4 py-1.5 sm:px-5">
        <SettingRows>
          <SettingRow name={copy.theme} className="max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5">
            <ThemeChoice theme={theme} inRow />
          </SettingRow>
          <SettingRow
            name={copy.keyboard}
            // Phones have no keyboard.
            className="pointer-coarse:hidden"
            action={
              <Button size="sm" icon={<Keyboard aria-hidden className="size-4" />} onClick={openKeys}>
                {copy.showKeys}
              </Button>
            }
          >
            <span className="text-muted text-sm">{copy.keyboardHint}</span>
          </SettingRow>
        </SettingRows>
      </Panel>
    </SettingsSection>
  )
}
