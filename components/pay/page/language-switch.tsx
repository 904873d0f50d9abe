import { LANGUAGE_PARAMETER, type Language, languages } from '@/lib/domain/languages'
import type { Translate } from '@/lib/messages/translator'

export type SwitchTexts = {
  t: Translate
  language: Language
  /** Address of the page without the language. */
  address: string
}

/** Renders the languages of a payer's page as links to the same page; the server keeps the choice in a cookie. */
export function LanguageSwitch({ t, language: current, address }: SwitchTexts) {
  const start = address + (address.includes('?') ? '&' : '?')
  const names = Object.entries(languages)
  return (
    <nav aria-label={t('pay.language')} className="flex items-center gap-x-3 print:hidden">
      {names.map(([language, { name }]) =>
        language === current ? (
          <span key={language} aria-current="true" lang={language}>
            {name}
          </span>
        ) : (
          <a
            key={language}
            href={`${start}${LANGUAGE_PARAMETER}=${language}`}
            hrefLang={language}
            lang={language}
            className="hit inline-flex items-center text-text underline underline-offset-4"
          >
            {name}
          </a>
        ),
      )}
    </nav>
  )
}
