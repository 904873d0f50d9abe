import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import type { Theme } from './theme'

/** The sign of each theme, wherever one is chosen. */
export const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const satisfies Record<
  Theme,
  LucideIcon
>
