'use client'

import { Lock } from 'lucide-react'
import { PageLink } from '@/components/navigation/page-link'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
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
        <Button asChild variant="primary">
          <PageLink href="/">{t('errors.toHome')}</PageLink>
        </Button>
      }
    >
      <p>{t('common.forbiddenHint')}</p>
    </MessagePage>
  )
}
