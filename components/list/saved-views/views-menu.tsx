'use client'

import { Bookmark, ChevronDown, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { FilterChoice } from '@/components/list/filter-pill'
import { useFilterPopover } from '@/components/list/use-filter-popover'
import { Button } from '@/components/ui/button'
import { IN_SHEET, ON_PHONE, useMedia } from '@/components/ui/use-media'
import { savedViews } from '@/lib/messages/saved-views'
import { cn } from '@/lib/ui/cn'
import { SaveViewForm } from './save-view-form'
import { useViews } from './saved-views'

/**
 * Renders the menu of the member's saved views of a list; nothing without any. On a phone it also saves the current
 * filters.
 */
export function ViewsMenu() {
  const saved = useViews()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { open, Popover, toggle, close, preload } = useFilterPopover()
  const isPhone = useMedia(ON_PHONE)
  const inSheet = useMedia(IN_SHEET)
  const isJustKept = saved !== null && saved.savedQuery === saved.query
  // The button that saved the view disappears, so the focus moves to the menu's button.
  useEffect(() => {
    if (isJustKept) button.current?.focus()
  }, [isJustKept])
  if (!saved || (saved.views.length === 0 && !saved.mayKeep)) return null
  const { list, query, views, mayKeep, forget } = saved
  const current = views.find((view) => view.query === query)
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="quiet"
        className={cn('min-w-0', views.length === 0 && 'sm:hidden')}
        title={current ? savedViews.current(current.name) : savedViews.label}
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<Bookmark aria-hidden className={current ? 'size-4 fill-current' : 'size-4'} />}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={toggle}
      >
        <span className="sr-only">{savedViews.label}</span>
        <span dir="auto" className="min-w-0 max-w-44 truncate max-lg:hidden">
          {current?.name ?? savedViews.short}
        </span>
        <span aria-hidden className="lg:hidden">
          {savedViews.short}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 max-sm:hidden" />
      </Button>
      {Popover ? (
        <Popover id={id} name={savedViews.label} button={button} width="list" align="end" onClose={close}>
          <ul className="flex flex-col gap-0.5 empty:hidden">
            {views.map((view) => (
              <li key={view.id} className="flex items-center gap-1">
                <FilterChoice
                  href={`/${list}?${view.query}`}
                  current={view.id === current?.id}
                  onChosen={close}
                  className="min-w-0 grow pointer-coarse:min-h-11"
                >
                  {view.name}
                </FilterChoice>
                <Button
                  size="icon"
                  variant="quiet"
                  aria-label={savedViews.remove(view.name)}
                  title={savedViews.remove(view.name)}
                  onClick={() => {
                    // The menu closes if no view is left, or if the toast with Undo would be under the sheet.
                    if (views.length === 1 || inSheet) close()
                    void forget(view)
                  }}
                >
                  <X aria-hidden className="size-3.5" />
                </Button>
              </li>
            ))}
          </ul>
          {mayKeep && isPhone ? (
            <SaveViewForm onClose={close} {...(views.length > 0 ? { heading: savedViews.save } : {})} />
          ) : null}
        </Popover>
      ) : null}
    </>
  )
}
