'use client'

import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { signOut } from 'next-auth/react'
import { useKeyboard } from '@/components/keyboard/keyboard-provider'
import { Menu, MenuHeading, MenuItem, MenuRadio, MenuSeparator } from '@/components/ui/menu'
import { shell } from '@/lib/messages/shell'
import { applyTheme, type Theme } from './theme'
import { useTheme } from './use-theme'

const themeOptions = [
  { value: 'light', label: shell.themes.light, icon: <Sun aria-hidden className="size-4 text-muted" /> },
  { value: 'dark', label: shell.themes.dark, icon: <Moon aria-hidden className="size-4 text-muted" /> },
  {
    value: 'system',
    label: shell.themes.system,
    icon: <Monitor aria-hidden className="size-4 text-muted" />,
  },
] as const

type Props = { email: string; name: string; theme: Theme; compact?: boolean }

/** Who is signed in, the theme, and the way out. */
export function AccountMenu({ email, name, theme, compact = false }: Props) {
  const current = useTheme(theme)
  const { openKeys } = useKeyboard()
  const initial = (name || email).slice(0, 1).toUpperCase()
  return (
    <Menu
      align={compact ? 'end' : 'start'}
      trigger={
        <button
          type="button"
          className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover"
        >
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs"
          >
            {initial}
          </span>
          <span className="sr-only">{shell.accountMenu}</span>
          {compact ? null : (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium text-sm">{name || email}</span>
                {name ? <span className="block truncate text-muted text-xs">{email}</span> : null}
              </span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
            </>
          )}
        </button>
      }
    >
      <MenuHeading>{shell.signedInAs(email)}</MenuHeading>
      <MenuSeparator />
      <MenuHeading>{shell.theme}</MenuHeading>
      <MenuRadio value={current} options={themeOptions} onChange={applyTheme} />
      <MenuSeparator />
      <MenuItem
        className="pointer-coarse:hidden"
        icon={<Keyboard aria-hidden className="size-4 text-muted" />}
        onSelect={openKeys}
      >
        {shell.keyboard}
      </MenuItem>
      <MenuItem
        icon={<LogOut aria-hidden className="size-4 text-muted" />}
        onSelect={() => signOut({ callbackUrl: '/sign-in' })}
      >
        {shell.signOut}
      </MenuItem>
    </Menu>
  )
}
