'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, ChevronDown, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { removeViewAction, saveViewAction } from '@/app/(dashboard)/[account]/views/actions'
import { failureToast, reasonOf } from '@/components/data/failure'
import { read, useAct, useRead } from '@/components/data/read'
import { queryString } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { FieldError } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { IN_SHEET, ON_PHONE, useMedia } from '@/components/ui/use-media'
import type { ListFilter } from '@/lib/dashboard/reads/list'
import type { SavedView, ViewList } from '@/lib/dashboard/saved-views/shape'
import { normalizeText } from '@/lib/domain/text'
import { cn } from '@/lib/ui/cn'
import { FilterChoice, useFilterPopover } from './filter-pill'

const NAME_MAX = 40

type Props = {
  list: ViewList
  filter: ListFilter
  /** False if the filters have no matches. */
  isWorthKeeping: boolean
}

type Saved = ReturnType<typeof useSavedViews>

const NONE: readonly SavedView[] = []

function useSavedViews({ list, filter, isWorthKeeping }: Props) {
  const t = useTexts()
  const toast = useToast()
  const client = useQueryClient()
  const save = useAct(saveViewAction)
  const remove = useAct(removeViewAction)
  const { queryKey } = read(useAccount(), 'views/list', { list })
  const { data: views = NONE } = useRead('views/list', { list })
  /** The filters that were last saved on this page. */
  const [savedQuery, setSavedQuery] = useState<string | null>(null)
  const query = queryString({ ...filter, cursor: undefined }).slice(1)
  const show = (next: readonly SavedView[]) => client.setQueryData(queryKey, [...next])

  /** Saves a view. Returns the reason of a failure; null on success. */
  async function keep(name: string, filters: string) {
    const result = await save({ list, name, query: filters })
    if (!result?.ok)
      return result?.error.fields?.[0]?.message ?? reasonOf(result) ?? t('saved-views.tryAgain')
    show(result.data)
    setSavedQuery(filters)
    return null
  }

  /** Saves a removed view again. A failure is a toast, since there is no form. */
  async function bringBack(view: SavedView) {
    const problem = await keep(view.name, view.query)
    if (problem === null) return
    toast({
      tone: 'danger',
      about: `view:${view.id}`,
      message: t('saved-views.notSaved', { why: problem }),
      action: { onSelect: () => void bringBack(view) },
    })
  }

  async function forget(view: SavedView) {
    const result = await remove({ id: view.id })
    if (!result?.ok) {
      const failure = {
        what: t('saved-views.notRemoved', { name: view.name }),
        retry: () => void forget(view),
      }
      return toast({ about: `view:${view.id}`, ...failureToast(result, failure) })
    }
    show(views.filter(({ id }) => id !== view.id))
    toast({
      message: t('saved-views.removed', { name: view.name }),
      action: { label: t('saved-views.undo'), onSelect: () => void bringBack(view) },
    })
  }

  const known = views.some((view) => view.query === query)
  return { list, query, views, savedQuery, mayKeep: isWorthKeeping && query !== '' && !known, keep, forget }
}

/** Renders the buttons of a member's saved views of a list. On a phone one panel has both. */
export function SavedViews(props: Props) {
  const saved = useSavedViews(props)
  return (
    <>
      {saved.mayKeep ? <SaveView {...saved} /> : null}
      {saved.views.length > 0 || saved.mayKeep ? <ViewsMenu {...saved} /> : null}
    </>
  )
}

/** Renders the button that saves the current filters. Its form opens above the page, which keeps the list in position. */
function SaveView(saved: Saved) {
  const t = useTexts()
  const { button, panel, close } = useFilterPopover({
    name: t('saved-views.save'),
    width: 'form',
    align: 'end',
  })
  return (
    <>
      <Button
        {...button}
        size="sm"
        variant="quiet"
        className="max-sm:hidden"
        icon={<BookmarkPlus aria-hidden className="size-4" />}
      >
        {t('saved-views.save')}
      </Button>
      {panel(() => (
        <SaveViewForm {...saved} onClose={close} />
      ))}
    </>
  )
}

/** Renders the menu of the member's saved views of a list. On a phone it also saves the current filters. */
function ViewsMenu(saved: Saved) {
  const t = useTexts()
  const { list, query, views, savedQuery, mayKeep, forget } = saved
  const { button, panel, close } = useFilterPopover({
    name: t('saved-views.label'),
    width: 'list',
    align: 'end',
  })
  const isPhone = useMedia(ON_PHONE)
  const inSheet = useMedia(IN_SHEET)
  const isJustKept = savedQuery === query
  // The button that saved the view disappears, so the focus moves to the menu's button.
  useEffect(() => {
    if (isJustKept) button.ref.current?.focus()
  }, [isJustKept, button.ref])
  const current = views.find((view) => view.query === query)
  return (
    <>
      <Button
        {...button}
        size="sm"
        variant="quiet"
        className={cn('min-w-0', views.length === 0 && 'sm:hidden')}
        title={current ? t('saved-views.current', { name: current.name }) : t('saved-views.label')}
        icon={<Bookmark aria-hidden className={current ? 'size-4 fill-current' : 'size-4'} />}
      >
        <span className="sr-only">{t('saved-views.label')}</span>
        <span dir="auto" className="min-w-0 max-w-44 truncate max-lg:hidden">
          {current?.name ?? t('saved-views.short')}
        </span>
        <span aria-hidden className="lg:hidden">
          {t('saved-views.short')}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 max-sm:hidden" />
      </Button>
      {panel(() => (
        <>
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
                  aria-label={t('saved-views.remove', { name: view.name })}
                  title={t('saved-views.remove', { name: view.name })}
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
            <SaveViewForm {...saved} hasHeading={views.length > 0} onClose={close} />
          ) : null}
        </>
      ))}
    </>
  )
}

type FormProps = Pick<Saved, 'keep' | 'query'> & {
  /** True if the panel has other content. */
  hasHeading?: boolean
  onClose: () => void
}

function SaveViewForm({ keep, query, hasHeading = false, onClose }: FormProps) {
  const t = useTexts()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = normalizeText(String(new FormData(form).get('name') ?? ''))
    const over = [...name].length - NAME_MAX
    if (name === '' || over > 0) {
      setProblem(
        name === '' ? t('saved-views.nameMissing') : t('saved-views.nameTooLong', { max: NAME_MAX, over }),
      )
      return form.querySelector<HTMLElement>('[name="name"]')?.focus()
    }
    if (sending.current) return
    sending.current = true
    setBusy(true)
    const failure = await keep(name, query)
    sending.current = false
    setBusy(false)
    if (failure === null) return onClose()
    setProblem(t('saved-views.notSaved', { why: failure }))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 max-sm:pt-1">
      {hasHeading ? <p className="font-medium">{t('saved-views.save')}</p> : null}
      <div className="flex flex-col gap-1.5">
        <Input
          name="name"
          aria-label={t('saved-views.name')}
          aria-required
          aria-describedby={problem ? `${id}-error` : undefined}
          aria-invalid={problem ? true : undefined}
          placeholder={t('saved-views.name')}
          autoComplete="off"
          autoFocus={!hasHeading}
          onChange={() => setProblem(undefined)}
        />
        <FieldError id={`${id}-error`} message={problem} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('saved-views.keep')}</Button>
        <Button type="submit" variant="primary" busy={busy} className="max-sm:grow">
          {t('saved-views.confirm')}
        </Button>
      </div>
    </form>
  )
}
