import type { ComponentProps, ReactNode } from 'react'
import { CopyCode } from '@/components/data/curl'
import { ShortId } from '@/components/data/short-id'
import { DetailFallback } from '@/components/detail/detail-screen'
import { drawJson, prettyJson } from '@/components/detail/event-fold'
import { useLastList } from '@/components/list/last-list'
import { useLocale } from '@/components/locale/locale-provider'
import { InlineLink } from '@/components/navigation/link-looks'
import { PageHeader } from '@/components/page/page-header'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { utcTime, zonedTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { dateLocaleOf } from '@/lib/domain/languages'
import { shortened } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'

/** Lists of `Developers` whose objects have a page. */
type PanelList = 'webhooks' | 'deliveries' | 'events' | 'requests'

const listOf = (list: PanelList, t: Translate) => ({
  path: `/developers/${list}`,
  title: t(`developers.tabs.${list}`),
})

type FallbackProps = { list: PanelList } & Pick<ComponentProps<typeof DetailFallback>, 'query'>

/** Renders the page of an object of the developer panel without the object. */
export function PanelFallback({ list, query }: FallbackProps) {
  const t = useTexts()
  return (
    <DetailFallback
      list={listOf(list, t)}
      query={query}
      one={t(`developer-${list}.one`)}
      loading={t(`developer-${list}.loading`)}
    />
  )
}

/** Returns the property of an id, with a button that copies it; none without an id. */
export function idProperty(name: string, id: string | null) {
  return { name, value: id && <ShortId id={id} name={name} /> }
}

type Props = {
  list: PanelList
  copies: string
  /** Name of the object, such as its event. */
  name: string
  badges: ReactNode
  /** The state in one sentence; may be empty. */
  lead: string
  notice?: ReactNode
  /** Text of the copy button, for a ticket. */
  summary?: string
  actions?: ReactNode
  /** Names and values beside the content; those without a value are left out. */
  properties: readonly { name: string; value: ReactNode }[]
  aside?: ReactNode
  children: ReactNode
}

export function PanelDetail({ list, copies, name, badges, lead, properties, ...props }: Props) {
  const t = useTexts()
  const { path, title } = listOf(list, t)
  return (
    <>
      <PageHeader
        back={{ href: useLastList(path), label: title }}
        copies={copies}
        tab={name}
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span className="wrap-anywhere min-w-0">{name}</span>
            {badges}
          </span>
        }
        lead={
          lead ? (
            <p role="status" dir="auto">
              {lead}
            </p>
          ) : undefined
        }
        action={
          <div className="flex flex-wrap gap-2">
            {props.summary ? <CopyButton value={props.summary} label={t('common.copy')} /> : null}
            {props.actions}
          </div>
        }
      />
      {props.notice ? <div className="mb-4">{props.notice}</div> : null}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-6">{props.children}</div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title={t('developers.properties')}>
            <PropertyList>
              {properties
                .filter(({ value }) => value !== null)
                .map(({ name: label, value }) => (
                  <Property key={label} name={label}>
                    {value}
                  </Property>
                ))}
            </PropertyList>
          </Card>
          {props.aside}
        </div>
      </div>
    </>
  )
}

export function Linked({ href, children }: { href: string | null; children: string }) {
  return href === null ? children : <InlineLink href={href}>{children}</InlineLink>
}

/** Renders an id without its middle, as a link if it has a page. */
export function LinkedId({ href, id }: { href: string | null; id: string }) {
  return (
    <span title={id} className="whitespace-nowrap font-mono text-sm">
      <Linked href={href}>{shortened(id)}</Linked>
    </span>
  )
}

type CodeProps = {
  label: string
  code: string
  isJson?: boolean
}

/** Renders a text of the API with a copy button; JSON is indented for reading only. */
export function CopyableCode({ label, code, isJson = false }: CodeProps) {
  const t = useTexts()
  return (
    <CodeBlock
      label={label}
      code={isJson ? prettyJson(code) : code}
      isWhole
      {...(isJson ? { drawLine: drawJson } : {})}
      action={<CopyCode code={code} label={t('common.copyThing', { thing: label })} />}
    />
  )
}

/** Renders the body of an event, indented. The copy has the bytes that were signed and sent, unless they are masked. */
export function SentBody({ body, masked }: { body: string; masked: boolean }) {
  const t = useTexts()
  return (
    <Card title={t('developers.body.title')}>
      <p className="mb-3 text-muted text-sm">
        {t(masked ? 'developers.body.masked' : 'developers.body.hint')}
      </p>
      <CopyableCode label={t('developers.body.raw')} code={body} isJson />
    </Card>
  )
}

/** Returns the format of a moment for readers outside the dashboard: with the name of its zone, and in UTC. */
export function useSupportTime(): (iso: string) => string {
  const { timeZone } = useLocale()
  const locale = dateLocaleOf(useReader())
  return (iso) => `${zonedTime(iso, timeZone, locale)} · ${utcTime(iso)}`
}
