'use client'

import { BookmarkPlus } from 'lucide-react'
import { useId, useRef } from 'react'
import { useFilterPopover } from '@/components/list/use-filter-popover'
import { Button } from '@/components/ui/button'
import { savedViews } from '@/lib/messages/saved-views'
import { SaveViewForm } from './save-view-form'
import { useViews } from './saved-views'

/**
 * Renders the button that saves the current filters. Its form opens above the page, which keeps the list in position. On a
 * phone the form is in `ViewsMenu`.
 */
export function SaveView() {
  const kept = useViews()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { open, Popover, toggle, close, preload } = useFilterPopover()
  if (!kept?.mayKeep) return null
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="quiet"
        className="max-sm:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<BookmarkPlus aria-hidden className="size-4" />}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={toggle}
      >
        {savedViews.save}
      </Button>
      {Popover ? (
        <Popover id={id} name={savedViews.save} button={button} width="form" align="end" onClose={close}>
          <SaveViewForm onClose={close} />
        </Popover>
      ) : null}
    </>
  )
}
