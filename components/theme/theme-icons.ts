import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import type { Theme } from './theme'

/** The icon of each theme. */
export const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const satisfies Record<
  Theme,
  LucideIcon
>
