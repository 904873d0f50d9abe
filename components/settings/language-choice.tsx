'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { chooseLanguageAction } from '@/app/(auth)/actions'
import { failureToast } from '@/components/data/failure'
import { useTexts } from '@/components/texts/texts-provider'
import { ChoiceGroup } from '@/components/ui/choice'
import { useToast } from '@/components/ui/toast'
import { isLanguage, languages } from '@/lib/domain/languages'

const BROWSER = 'browser'

export function LanguageChoice({ language }: { language: string | null }) {
  const t = useTexts()
  const toast = useToast()
  const router = useRouter()
  const [value, setValue] = useOptimistic(language ?? BROWSER)
  const [, start] = useTransition()
  const choose = (chosen: string) =>
    start(async () => {
      setValue(chosen)
      const asked = { language: isLanguage(chosen) ? chosen : null }
      const result = await chooseLanguageAction(asked).catch(() => null)
      if (result?.ok) start(router.refresh)
      else toast({ about: 'language', ...failureToast(result, { what: t('language.failed') }) })
    })
  return (
    <ChoiceGroup
      legend={t('language.title')}
      name="language"
      isNamedBeside
      value={value}
      options={[
        { value: BROWSER, label: t('language.browser') },
        ...Object.entries(languages).map(([one, { name }]) => ({
          value: one,
          label: <span lang={one}>{name}</span>,
        })),
      ]}
      onChange={choose}
    />
  )
}
