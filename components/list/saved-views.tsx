import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, ChevronDown, X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { removeViewAction, saveViewAction } from '@/app/(dashboard)/[account]/views/actions'
import { reasonOf } from '@/components/data/failure'
import { useAct, useRead } from '@/components/data/member'
import { read } from '@/components/data/read'
import { useActionForm } from '@/components/data/use-action-form'
import { usePress } from '@/components/data/use-press'
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
  const { press } = usePress()
  const client = useQueryClient()
  const save = useAct(saveViewAction)
  const remove = useAct(removeViewAction)
  const { queryKey } = read(useAccount(), 'views/list', { list })
  const { data: views = NONE } = useRead('views/list', { list })
  /** The filters that were last saved on this page. */
  const [savedQuery, setSavedQuery] = useState<string | null>(null)
  const query = queryString({ ...filter, cursor: undefined }).slice(1)
  const show = (next: readonly SavedView[]) => client.setQueryData(queryKey, [...next])

  async function keep(name: string, filters: string) {
    const result = await save({ list, name, query: filters })
    if (!result?.ok) return result
    show(result.data)
    setSavedQuery(filters)
    return result
  }

  /** Saves a removed view again. A failure is a toast, since there is no form. */
  async function bringBack(view: SavedView) {
    const result = await keep(view.name, view.query)
    if (result?.ok) return
    toast({
      tone: 'danger',
      about: `view:${view.id}`,
      message: t('saved-views.notSaved', { why: reasonOf(result) ?? t('saved-views.tryAgain') }),
      action: { onSelect: () => void bringBack(view) },
    })
  }

  async function forget(view: SavedView) {
    const what = t('saved-views.notRemoved', { name: view.name })
    const failed = { about: `view:${view.id}`, what, retry: () => void forget(view) }
    if (!(await press(() => remove({ id: view.id }), failed))) return
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
      <Button {...button} size="sm" variant="quiet" className="max-sm:hidden" Icon={BookmarkPlus}>
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
        className={cn('min-w-0', views.length === 0 && 'sm:hidden', current && '[&>svg]:first:fill-current')}
        title={current ? t('saved-views.current', { name: current.name }) : t('saved-views.label')}
        Icon={Bookmark}
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
  const notSaved = (why: string) => t('saved-views.notSaved', { why })
  const form = useActionForm({
    fields: ['name'],
    check: ({ name }) => {
      const over = [...normalizeText(name)].length - NAME_MAX
      if (over > 0) return { name: t('saved-views.nameTooLong', { max: NAME_MAX, over }) }
      return normalizeText(name) === '' ? { name: t('saved-views.nameMissing') } : {}
    },
    act: ({ name }) => keep(normalizeText(name), query),
    onDone: onClose,
    onRefusal: ({ fields, message }) => ({ name: notSaved(fields?.[0]?.message ?? message) }),
    noAnswer: notSaved(t('saved-views.tryAgain')),
  })
  const problem = form.problems.name ?? form.failure?.message

  return (
    <form {...form.props} className="flex flex-col gap-3 max-sm:pt-1">
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
          onChange={form.clear}
        />
        <FieldError id={`${id}-error`} message={problem} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('saved-views.keep')}</Button>
        <Button {...form.submit} className="max-sm:grow">
          {t('saved-views.confirm')}
        </Button>
      </div>
    </form>
  )
}
