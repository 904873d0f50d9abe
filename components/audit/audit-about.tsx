'use client'

import { CircleDashed, CircleHelp, X } from 'lucide-react'
import { Fragment } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { Badge, type Tone } from '@/components/ui/badge'
import type { AuditEntry } from '@/lib/dashboard/schema/audit'
import { audit } from '@/lib/messages/audit'
import { cn } from '@/lib/ui/cn'
import { auditHref, auditObject, auditParts } from './audit-text'

const unusual = {
  failed: { tone: 'danger', Icon: X },
  intent: { tone: 'neutral', Icon: CircleDashed },
  unknown: { tone: 'warning', Icon: CircleHelp },
} as const satisfies Record<Exclude<AuditEntry['outcome'], 'done'>, { tone: Tone; Icon: unknown }>

/** Renders the outcome of an entry. Renders nothing for a completed act. */
export function UnusualOutcome({ outcome }: { outcome: AuditEntry['outcome'] }) {
  if (outcome === 'done') return null
  const { tone, Icon } = unusual[outcome]
  return (
    <span title={audit.meaning[outcome]} className="inline-flex">
      <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
        {audit.outcome[outcome]}
      </Badge>
    </span>
  )
}

/** Renders the object of an entry, with a link to it, and the facts beside it. */
export function AuditAbout({ entry, currency }: { entry: AuditEntry; currency: string }) {
  const href = auditHref(entry)
  const name = auditObject(entry)
  const parts = auditParts(entry, useLocale())
  if (name === null && parts.length === 0) return null
  // A title is truncated to leave room for its amount; other facts wrap to the next line.
  const isPrice = name !== null && parts.length === 1 && parts.every((part) => 'amount' in part)
  return (
    <p className={cn('flex min-w-0 flex-wrap items-baseline gap-x-2', isPrice && '@2xl:flex-nowrap')}>
      {name === null ? null : href ? (
        <PageLink
          href={href}
          dir="auto"
          title={name}
          className="relative z-[1] min-w-0 truncate underline decoration-border-strong underline-offset-2 hover:decoration-current"
        >
          {name}
        </PageLink>
      ) : (
        <span dir="auto" title={name} className="min-w-0 truncate">
          {name}
        </span>
      )}
      {parts.length > 0 ? (
        <span className={cn('wrap-anywhere min-w-0 text-muted text-sm', isPrice && '@2xl:shrink-0')}>
          {parts.map((part, index) => (
            <Fragment key={'text' in part ? part.text : `${part.before} ${part.amount}`}>
              {index > 0 ? ' · ' : null}
              {'text' in part ? (
                <bdi>{part.text}</bdi>
              ) : (
                <>
                  {part.before ? `${part.before} ` : null}
                  <Amount amount={part.amount} currency={part.currency ?? currency} />
                </>
              )}
            </Fragment>
          ))}
        </span>
      ) : null}
    </p>
  )
}
