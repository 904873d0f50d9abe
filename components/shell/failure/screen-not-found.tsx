'use client'

import { Search, SearchX } from 'lucide-react'
import { useKeyboard } from '@/components/keyboard/keyboard-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useScreenPath } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { errors } from '@/lib/messages/errors'
import { MessagePage } from './message-page'
import { missingObject } from './missing-object'

/** Renders a missing object or page inside the shell: its id, a link to its list, and the search. */
export function ScreenNotFound() {
  const { noun, id, list } = missingObject(useScreenPath())
  const { openSearch, preloadSearch } = useKeyboard()
  const copy = errors.missing[noun]
  return (
    <MessagePage
      inside
      Icon={SearchX}
      title={copy.title}
      action={
        <>
          <Button asChild variant="primary">
            <PageLink href={list ?? '/'}>{'back' in copy ? copy.back : errors.toHome}</PageLink>
          </Button>
          <Button
            onClick={openSearch}
            onPointerEnter={preloadSearch}
            onFocus={preloadSearch}
            aria-haspopup="dialog"
            icon={<Search aria-hidden className="size-4" />}
          >
            {errors.search}
          </Button>
        </>
      }
    >
      <p>{copy.hint}</p>
      {id ? (
        <p className="mt-3 text-sm">
          {errors.lookedFor}{' '}
          <code className="wrap-anywhere rounded-sm bg-hover px-1.5 py-0.5 font-mono text-text text-xs">
            {id}
          </code>
        </p>
      ) : null}
    </MessagePage>
  )
}
