'use client'

import { useEffect } from 'react'
import { type Language, languages } from '@/lib/domain/languages'
import { useReader } from './texts-provider'

/** Names the language of the frame to the browser, which knows that of the page before, such as the sign-in's. */
export function FrameLanguage({ language }: { language: Language }) {
  useEffect(() => {
    document.documentElement.lang = languages[language].locale
  }, [language])
  return null
}

/** Loads the page anew if its frame is in another language, because it was changed in another tab. */
export function SameLanguage({ language }: { language: Language }) {
  const { language: ofFrame } = useReader()
  const isMixed = language !== ofFrame
  useEffect(() => {
    if (isMixed) location.reload()
  }, [isMixed])
  return null
}
