'use client'

import { useSyncExternalStore } from 'react'
import { parseTheme, type Theme } from './theme'

/** The theme in force, whoever changed it; `first` is what the server rendered with. */
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
