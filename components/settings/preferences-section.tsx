'use client'

import { Keyboard } from 'lucide-react'
import { useKeyboard } from '@/components/keyboard/keyboard-provider'
import { usePlace } from '@/components/locale/locale-provider'
import { applyTheme, parseTheme, type Theme, themes } from '@/components/shell/theme'
import { themeIcons } from '@/components/shell/theme-icons'
import { useTheme } from '@/components/shell/use-theme'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice'
import { settings } from '@/lib/messages/settings'
import { shell } from '@/lib/messages/shell'
import { SettingRow, SettingRows } from './setting-row'
import { Panel, SettingsSection } from './settings-section'

const words = settings.preferences
const options = themes.map((value) => {
  const Icon = themeIcons[value]
  return {
    value,
    label: (
      <span className="flex flex-col items-center gap-1 py-2 text-center text-xs sm:px-2 sm:py-0 sm:text-sm">
        <Icon aria-hidden className="size-4 sm:hidden" />
        {shell.themes[value]}
      </span>
    ),
  }
})
/** Shows grouping and the decimal mark. */
const EXAMPLE = 1_234.5

/** What a person sets for themselves in this browser. */
export function PreferencesSection({ theme }: { theme: Theme }) {
  const current = useTheme(theme)
  const { openKeys } = useKeyboard()
  const { locale } = usePlace()
  const example = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(EXAMPLE)
  return (
    <SettingsSection id="preferences" title={words.title} lead={words.lead}>
      <Panel className="px-4 py-1.5 sm:px-5">
        <SettingRows>
          <SettingRow name={words.theme} className="max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5">
            <ChoiceGroup
              legend={words.theme}
              name="theme"
              value={current}
              options={options}
              onChange={(value) => applyTheme(parseTheme(value))}
              isNamedBeside
              fills
              className="sm:items-end"
            />
          </SettingRow>
          <SettingRow
            name={words.keyboard}
            // A phone has none.
            className="pointer-coarse:hidden"
            action={
              <Button size="sm" icon={<Keyboard aria-hidden className="size-4" />} onClick={openKeys}>
                {words.showKeys}
              </Button>
            }
          >
            <span className="text-muted text-sm">{words.keyboardHint}</span>
          </SettingRow>
          <SettingRow name={words.language}>
            <span className="text-muted text-sm">{words.languageHint(example)}</span>
          </SettingRow>
        </SettingRows>
      </Panel>
    </SettingsSection>
  )
}
