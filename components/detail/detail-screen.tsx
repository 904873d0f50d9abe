import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RequestId } from '@/components/data/failure'
import { isMissing } from '@/components/data/fetch-json'
import { QueryFallback } from '@/components/data/query-fallback'
import { useLastList } from '@/components/list/last-list'
import { PageHeader } from '@/components/page/page-header'
import { ScreenNotFound } from '@/components/page/screen-not-found'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import type { HostProblem, ObjectState, RowMirror } from '@/lib/dashboard/mirror/shape'
import type { PlainKey } from '@/lib/messages/translator'
import { Developers, type DevelopersProps } from './developers'

/** The list of a detail page, and the keys of its texts. `one` is the title of a page without its object. */
export type ListOf = { path: string; title: PlainKey; one: PlainKey; loading: PlainKey }

/** Returns the link back to the list of a detail page, as the tab last showed it. */
export function useBackTo({ path, title }: ListOf) {
  return { href: useLastList(path), label: useTexts()(title) }
}

type FallbackProps = { list: ListOf; query: Pick<UseQueryResult, 'error' | 'refetch'> }

export function DetailFallback({ list, query }: FallbackProps) {
  const t = useTexts()
  const back = useBackTo(list)
  if (isMissing(query.error)) return <ScreenNotFound />
  return (
    <>
      <PageHeader back={back} title={t(list.one)} />
      <QueryFallback query={query} label={t(list.loading)} />
    </>
  )
}

type Props = {
  list: ListOf
  /** Text that the key `y` copies: the object's URL or id. */
  copies: string
  tab: string
  /** Name or amount with the badge of the state. */
  title: ReactNode
  /** The state in one plain sentence. */
  sentence: ReactNode
  /** Renders the actions, below the sentence on a phone and beside the title elsewhere. The caller hides each at other widths. */
  actions: (position: 'below' | 'beside') => ReactNode
  notice?: ReactNode
  state: ObjectState
  /** Reason why the host did not confirm the mirrored object. */
  error: Error | null
  mirror: RowMirror
  figures?: ReactNode
  properties: ReactNode
  developers: Omit<DevelopersProps, 'events'>
  /** Cards of the wide column: related objects, timeline. */
  children: ReactNode
}

export function DetailScreen(props: Props) {
  const { list, copies, tab, title, sentence, actions, notice, state, mirror } = props
  return (
    <>
      <PageHeader
        back={useBackTo(list)}
        copies={copies}
        tab={tab}
        title={title}
        lead={
          <>
            {sentence}
            {actions('below')}
          </>
        }
        // The actions follow the sentence on a phone.
        action={actions('beside')}
      />
      <div className="flex flex-col gap-4">
        {notice}
        <Freshness
          confirmed={props.error ? (state.confirmed ?? false) : state.confirmed}
          problem={state.problem}
          mirror={mirror}
        />
        {props.figures}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:grid-rows-[auto_1fr]">
          <div className="flex min-w-0 flex-col gap-4">{props.children}</div>
          <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">{props.properties}</div>
          <div className="min-w-0 print:hidden">
            <Developers events={state.events} {...props.developers} />
          </div>
        </div>
      </div>
    </>
  )
}

type FreshnessProps = { confirmed: boolean | null; problem: HostProblem | null; mirror: RowMirror }

function Freshness({ confirmed, problem, mirror }: FreshnessProps) {
  const t = useTexts()
  const code = mirror.missing ? 'object_missing' : problem?.code
  return (
    <>
      {confirmed !== false && !mirror.missing ? null : (
        <Banner tone="warning" title={t(code ? `mirror.unconfirmedBy.${code}` : 'mirror.unconfirmed')}>
          <p>
            {t('mirror.lastSeen')} <DateTime iso={mirror.seen_at} />
          </p>
          <RequestId id={problem?.requestId} />
        </Banner>
      )}
      {mirror.conflict ? <Banner tone="warning" title={t('mirror.conflict')} /> : null}
    </>
  )
}

/** Renders totals across a detail page. An odd last one takes the whole line on a phone. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-border/70 shadow-card *:bg-surface lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      {children}
    </dl>
  )
}

/** Renders one total. The line of its note is reserved, which keeps the layout stable. */
export function Figure({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 px-4 py-3.5 last:odd:col-span-2 sm:px-5 lg:last:odd:col-span-1">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="flex min-w-0 flex-col gap-0.5">
        <span className="tnum wrap-anywhere font-semibold text-lg tracking-tight sm:text-xl">{children}</span>
        <span className="wrap-anywhere text-muted text-xs">
          {note ?? <span aria-hidden>{'\u00a0'}</span>}
        </span>
      </dd>
    </div>
  )
}

/** Returns names and values as text, one per line, for a support chat or ticket. Absent values are left out. */
export function summaryOf(lines: readonly (readonly [string, string | null | undefined])[]): string {
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}

/** Returns `A• L•` of `Ada Lovelace`: enough to distinguish two people, too little to identify them. */
export function redactedName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => `${[...part][0]}•`)
    .join(' ')
}
