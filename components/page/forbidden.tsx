'use client'

import { Lock } from 'lucide-react'
import { ButtonLink } from '@/components/navigation/link-looks'
import { useTexts } from '@/components/texts/texts-provider'
import { MessagePage } from './message-page'

/** Renders a page that exists, to a member whose role may not open it. */
export function Forbidden() {
  const t = useTexts()
  return (
    <MessagePage
      inside
      Icon={Lock}
      title={t('common.forbiddenTitle')}
      action={
        <ButtonLink variant="primary" href="/">
          {t('errors.toHome')}
        </ButtonLink>
      }
    >
      <p>{t('common.forbiddenHint')}</p>
    </MessagePage>
  )
}
