'use client'

import { useSyncExternalStore } from 'react'
import { parseTheme, type Theme } from './theme'

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
