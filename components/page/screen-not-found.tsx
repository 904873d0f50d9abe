'use client'

import { Lock, Search, SearchX } from 'lucide-react'
import { useKeyboard } from '@/components/keyboard/keyboard'
import { ButtonLink } from '@/components/navigation/link-looks'
import { useScreenPath } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { MessagePage } from './message-page'

/** Screens of objects: the path before the id, the noun and the path of its list. */
const objects = [
  { path: '/links/import', noun: 'import', list: '/links/import' },
  { path: '/links', noun: 'links', list: '/links' },
  { path: '/payments', noun: 'payments', list: '/payments' },
  { path: '/customers', noun: 'customers', list: '/customers' },
  { path: '/balance/settlements', noun: 'settlements', list: '/balance' },
] as const

/** Returns noun, id and list of a screen's path such as `/links/pl_1/share`; any other path is a page without both. */
export function missingObject(pathname: string) {
  for (const { path, noun, list } of objects) {
    const id = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1).split('/')[0] : ''
    if (id) return { noun, id: readable(id), list }
  }
  return { noun: 'page', id: null, list: null } as const
}

function readable(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

export function ScreenNotFound() {
  const t = useTexts()
  const { noun, id, list } = missingObject(useScreenPath())
  const { openSearch, preloadSearch } = useKeyboard()
  return (
    <MessagePage
      inside
      Icon={SearchX}
      title={t(`errors.missing.${noun}.title`)}
      action={
        <>
          <ButtonLink variant="primary" href={list ?? '/'}>
            {t(noun === 'page' ? 'errors.toHome' : `errors.missing.${noun}.back`)}
          </ButtonLink>
          <Button
            onClick={openSearch}
            onPointerEnter={preloadSearch}
            onFocus={preloadSearch}
            aria-haspopup="dialog"
            Icon={Search}
          >
            {t('errors.search')}
          </Button>
        </>
      }
    >
      <p>{t(`errors.missing.${noun}.hint`)}</p>
      {id ? (
        <p className="mt-3 text-sm">
          {t('errors.lookedFor')}{' '}
          <code className="wrap-anywhere rounded-sm bg-hover px-1.5 py-0.5 font-mono text-text text-xs">
            {id}
          </code>
        </p>
      ) : null}
    </MessagePage>
  )
}

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
