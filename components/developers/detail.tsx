import type { ReactNode } from 'react'
import { CopyCode } from '@/components/data/curl'
import { IdProperty } from '@/components/data/short-id'
import { type ListOf, useBackTo } from '@/components/detail/detail-screen'
import { drawJson, prettyJson } from '@/components/detail/event-fold'
import { InlineLink } from '@/components/navigation/link-looks'
import { PageHeader } from '@/components/page/page-header'
import { useTexts } from '@/components/texts/texts-provider'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { shortened } from '@/lib/domain/text'

type Props = {
  list: ListOf
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
  /** Names and values, or ids, beside the content; those without a value are left out. */
  properties: readonly ({ name: string; value: ReactNode } | { name: string; id: string | null })[]
  aside?: ReactNode
  children: ReactNode
}

export function PanelDetail({ list, copies, name, badges, lead, properties, ...props }: Props) {
  const t = useTexts()
  return (
    <>
      <PageHeader
        back={useBackTo(list)}
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
              {properties.map(({ name: label, ...of }) => {
                if ('id' in of) return of.id && <IdProperty key={label} id={of.id} name={label} />
                return (
                  <Property key={label} name={label}>
                    {of.value}
                  </Property>
                )
              })}
            </PropertyList>
          </Card>
          {props.aside}
        </div>
      </div>
    </>
  )
}

export function Linked({ href, children }: { href: string | null; children: string }) {
  if (href === null) return children
  return <InlineLink href={href}>{children}</InlineLink>
}

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
