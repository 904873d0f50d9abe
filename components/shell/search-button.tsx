'use client'

import { Search } from 'lucide-react'
import { useKeyboard } from '@/components/keyboard/keyboard'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'

/** Renders the button that opens the palette: like a field in the rail, an icon in the bar of a phone. */
export function SearchButton({ compact = false }: { compact?: boolean }) {
  const t = useTexts()
  const { openSearch, preloadSearch, apple } = useKeyboard()
  const shared = {
    onClick: openSearch,
    onPointerEnter: preloadSearch,
    onFocus: preloadSearch,
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': apple ? 'Meta+K' : 'Control+K',
  } as const
  if (compact) {
    return (
      <Button
        {...shared}
        variant="quiet"
        size="icon"
        aria-label={t('search.open')}
        Icon={Search}
        className="[&>svg]:size-5"
      />
    )
  }
  return (
    <button
      {...shared}
      type="button"
      className="hit flex items-center gap-2.5 rounded-md border bg-canvas px-2.5 text-left text-muted transition-colors hover:border-border-strong hover:text-text max-rail:min-h-9 max-rail:justify-center max-rail:px-0"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 max-rail:sr-only">{t('search.open')}</span>
      <span aria-hidden className="flex gap-0.5 max-rail:hidden pointer-coarse:hidden">
        <Kbd>{t(apple ? 'keyboard.names.command' : 'keyboard.names.control')}</Kbd>
        <Kbd>{t('keyboard.names.palette')}</Kbd>
      </span>
    </button>
  )
}
