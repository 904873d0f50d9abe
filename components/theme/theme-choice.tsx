import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { ChoiceGroup } from '@/components/ui/choice'
import { cn } from '@/lib/ui/cn'
import { applyTheme, parseTheme, type Theme, themes } from './theme'

type Props = {
  /** Theme of the cookie, as the server read it. */
  theme: Theme
  /** True in a row that already has a label; at large widths without icons. */
  inRow?: boolean
}

/** Renders the choice of light, dark or system theme, which is applied at once and saved in this browser. */
export function ThemeChoice({ theme, inRow = false }: Props) {
  const t = useTexts()
  const current = useTheme(theme)
  const options = themes.map((value) => {
    const Icon = themeIcons[value]
    return {
      value,
      label: (
        <span
          className={cn(
            'flex flex-col items-center gap-1 py-2 text-center text-xs',
            inRow && 'sm:px-2 sm:py-0 sm:text-sm',
          )}
        >
          <Icon aria-hidden className={cn('size-4', inRow && 'sm:hidden')} />
          {t(`shell.themes.${value}`)}
        </span>
      ),
    }
  })
  return (
    <ChoiceGroup
      legend={t('shell.theme')}
      name="theme"
      value={current}
      options={options}
      onChange={(value) => applyTheme(parseTheme(value))}
      isNamedBeside={inRow}
      fills
      {...(inRow ? { className: 'sm:items-end' } : {})}
    />
  )
}

/** Returns the current theme; `first` is the theme of the server's render. */
export function useTheme(first: Theme): Theme {
  return useSyncExternalStore(
    watch,
    () => parseTheme(document.documentElement.dataset.theme),
    () => first,
  )
}

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The icon of each theme. */
export const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const satisfies Record<
  Theme,
  LucideIcon
>
