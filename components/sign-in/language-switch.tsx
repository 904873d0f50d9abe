import { useRouter } from 'next/navigation'
import { chooseLanguageAction } from '@/app/(auth)/actions'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { type Language, languages } from '@/lib/domain/languages'

const choices = Object.keys(languages) as Language[] // Object.keys forgets the key type.

/** Renders the languages below a page without a session. The server keeps the choice; typed text stays. */
export function LanguageSwitch() {
  const t = useTexts()
  const { language: current } = useReader()
  const router = useRouter()
  const choose = async (language: Language) => {
    const result = await chooseLanguageAction({ language }).catch(() => null)
    if (result?.ok) router.refresh()
  }
  return (
    <nav aria-label={t('language.title')} className="mt-auto flex justify-center gap-x-4 text-sm">
      {choices.map((language) => (
        <button
          key={language}
          type="button"
          lang={languages[language].locale}
          aria-current={language === current}
          onClick={() => choose(language)}
          className="hit text-muted underline underline-offset-4 aria-current:text-text aria-current:no-underline"
        >
          {languages[language].name}
        </button>
      ))}
    </nav>
  )
}
