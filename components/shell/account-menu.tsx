'use client'

import { ChevronsUpDown, Keyboard, LogOut, ShieldCheck } from 'lucide-react'
import { useKeyboard } from '@/components/keyboard/keyboard'
import { MenuLink } from '@/components/navigation/menu-link'
import { signOut } from '@/components/navigation/sign-out'
import { useTexts } from '@/components/texts/texts-provider'
import { applyTheme, parseTheme, type Theme, themes } from '@/components/theme/theme'
import { themeIcons, useTheme } from '@/components/theme/theme-choice'
import { Menu, MenuHeading, MenuItem, MenuRadio, MenuSeparator } from '@/components/ui/menu'
import { cn } from '@/lib/ui/cn'

export function AccountMenu({ email, name, theme }: { email: string; name: string; theme: Theme }) {
  const t = useTexts()
  const current = useTheme(theme)
  const { openKeys } = useKeyboard()
  const themeOptions = themes.map((value) => ({
    value,
    label: t(`shell.themes.${value}`),
    Icon: themeIcons[value],
  }))
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md px-1.5 text-left hover:bg-hover max-rail:justify-center max-rail:px-0"
        >
          <Avatar name={name || email} />
          <span className="sr-only">{t('shell.accountMenu')}</span>
          <span className="min-w-0 flex-1 max-rail:hidden">
            <span dir="auto" title={name || email} className="block truncate font-medium text-sm leading-4.5">
              {name || email}
            </span>
            {name ? (
              <span title={email} className="block truncate text-muted text-xs leading-4">
                {email}
              </span>
            ) : null}
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted max-rail:hidden" />
        </button>
      }
    >
      <MenuHeading>{t('shell.signedInAs', { email })}</MenuHeading>
      <MenuSeparator />
      <MenuHeading>{t('shell.theme')}</MenuHeading>
      <MenuRadio value={current} options={themeOptions} onChange={(value) => applyTheme(parseTheme(value))} />
      <MenuSeparator />
      <MenuItem className="pointer-coarse:hidden" Icon={Keyboard} onSelect={openKeys}>
        {t('shell.keyboard')}
      </MenuItem>
      <MenuLink href="/settings/security" Icon={ShieldCheck}>
        {t('shell.security')}
      </MenuLink>
      <MenuItem Icon={LogOut} onSelect={signOut}>
        {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}

/** Renders a person's initial. The name is always beside it or in its context. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const initial = [...name.trim()][0] ?? ''
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs',
        className,
      )}
    >
      {initial.toLocaleUpperCase('en')}
    </span>
  )
}
