'use client'

import { Search, SearchX } from 'lucide-react'
import { useKeyboard } from '@/components/keyboard/keyboard-provider'
import { Button } from '@/components/ui/button'
import { errors } from '@/lib/messages/errors'
import { lostPlace } from './lost-place'
import { MessagePage } from './message-page'
import { PageLink } from './page-link'
import { useScreenPath } from './use-account'

/** Inside the shell: what was looked for, the list where it would be, and the search. */
export function Lost() {
  const { noun, id, list } = lostPlace(useScreenPath())
  const { openSearch, preloadSearch } = useKeyboard()
  const words = errors.lost[noun]
  return (
    <MessagePage
      inside
      Icon={SearchX}
      title={words.title}
      action={
        <>
          <Button asChild variant="primary">
            <PageLink href={list ?? '/'}>{'back' in words ? words.back : errors.toHome}</PageLink>
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
      <p>{words.hint}</p>
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
