'use client'

import { Check } from 'lucide-react'
import { LinkBadge } from '@/components/links/link-badge'
import { Amount } from '@/components/money/amount'
import { PaymentBadge } from '@/components/payments/payment-badge'
import { ErrorCode } from '@/components/shell/failure/error-code'
import { TestTab } from '@/components/shell/frame/test-band'
import { HealthDot } from '@/components/shell/health/health-dot'
import { DateTime } from '@/components/time/date-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Banner, type BannerTone } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Fold } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { type EmptyKind, EmptyState } from '@/components/ui/empty-state'
import { Progress } from '@/components/ui/progress'
import { Property, PropertyList } from '@/components/ui/property-list'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatCard } from '@/components/ui/stat-card'
import { Cell, HeadCell, Row, rowLinkClasses, Table, TableBody, TableHead } from '@/components/ui/table'
import { TabLink, TabRow } from '@/components/ui/tabs'
import { Timeline } from '@/components/ui/timeline'
import { paymentStatuses, shownLinkStatuses } from '@/lib/contract/states'
import { common } from '@/lib/messages/common'
import { design } from '@/lib/messages/design'
import { errors } from '@/lib/messages/errors'
import { shell } from '@/lib/messages/shell'
import { Line, Part } from './part'

const { banner, code, empty, parts, progress, property, stat, table, timeline, tones, type } = design
const toneNames = ['neutral', 'success', 'danger', 'warning', 'muted'] as const satisfies readonly Tone[]
const bannerTones = ['info', 'success', 'warning', 'danger'] as const satisfies readonly BannerTone[]
const emptyKinds = ['none', 'nomatch', 'forbidden'] as const satisfies readonly EmptyKind[]
const healths = [
  'live',
  'behind',
  'broken',
  'unknown',
  'offline',
] as const satisfies readonly (keyof typeof shell.health)[]
const amounts = [
  { amount: 120.5, currency: 'USD' },
  { amount: -1234.5, currency: 'EUR' },
  { amount: 12_500, currency: 'JPY' },
  { amount: 999_999.999, currency: 'KWD' },
] as const
/**
 * An amount of forty characters with its currency. No merchant accepts it, but another host may report it, and every
 * layout must fit it.
 */
const longest = { amount: 8_888_888_888_888_888_000_000_000, currency: 'KWD' } as const
const moments = ['2026-11-20T11:57:00.000Z', '2026-11-18T08:30:00.000Z', '2025-02-01T23:59:59.000Z'] as const

export function Feedback() {
  return (
    <>
      <Part title={parts.badges}>
        <Line>
          {toneNames.map((tone) => (
            <Badge key={tone} tone={tone} icon={<Check aria-hidden />}>
              {tones[tone]}
            </Badge>
          ))}
        </Line>
        <Line>
          {paymentStatuses.map((status) => (
            <PaymentBadge key={status} status={status} />
          ))}
        </Line>
        <Line>
          {shownLinkStatuses.map((status) => (
            <LinkBadge key={status} status={status} />
          ))}
        </Line>
        <Line>
          {healths.map((health) => (
            <span key={health} className="flex items-center gap-2 text-sm">
              <HealthDot health={health} />
              {shell.health[health]}
            </span>
          ))}
        </Line>
        <TestTab />
      </Part>
      <Part title={parts.banners}>
        {bannerTones.map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            title={banner[tone]}
            action={tone === 'danger' ? <Button size="sm">{banner.action}</Button> : undefined}
          >
            {tone === 'success' ? undefined : banner.body}
          </Banner>
        ))}
      </Part>
      <Part title={parts.empty}>
        {emptyKinds.map((kind) => (
          <EmptyState key={kind} kind={kind} title={empty[kind]} action={<Button>{empty.action}</Button>}>
            {empty.hint}
          </EmptyState>
        ))}
      </Part>
      <Part title={parts.loading}>
        <SkeletonRows rows={2} lines={2} label={common.loading} />
        <SkeletonRows rows={2} label={common.loading} />
        <Progress label={progress.known} done={0.62} text={progress.text} />
        <Progress label={progress.unknown} done={null} />
      </Part>
    </>
  )
}

export function DataParts() {
  return (
    <>
      <Part title={parts.amounts}>
        <Line>
          {amounts.map((amount) => (
            <Amount key={amount.currency} {...amount} className="font-medium" />
          ))}
        </Line>
        <Amount {...longest} className="font-medium" />
        <Line>
          {moments.map((iso) => (
            <DateTime key={iso} iso={iso} />
          ))}
        </Line>
        <Line>
          {(['row', 'day'] as const).map((variant) => (
            <DateTime key={variant} iso={moments[1]} variant={variant} className="text-muted text-sm" />
          ))}
        </Line>
      </Part>
      <Part title={parts.data}>
        <TabRow label={table.label}>
          {paymentStatuses.map((status, index) => (
            <TabLink key={status} current={index === 0} count={index === 4 ? null : String(132 - 30 * index)}>
              <a href="#light">{tones[toneNames[index] ?? 'muted']}</a>
            </TabLink>
          ))}
        </TabRow>
        <Table label={table.label}>
          <TableHead>
            <HeadCell className="w-36 text-right">{table.amount}</HeadCell>
            <HeadCell className="w-28">{table.status}</HeadCell>
            <HeadCell>{table.name}</HeadCell>
          </TableHead>
          <TableBody>
            {table.rows.map((row, index) => (
              <Row key={row}>
                <Cell className="text-right">
                  <Amount {...(index === 0 ? longest : (amounts[index] ?? amounts[0]))} />
                </Cell>
                <Cell className="justify-self-end">
                  <PaymentBadge status={paymentStatuses[index] ?? 'PENDING'} />
                </Cell>
                <Cell className="col-span-2 @2xl:max-w-40">
                  <a
                    href="#light"
                    data-row
                    dir="auto"
                    title={row}
                    className={`block truncate ${rowLinkClasses}`}
                  >
                    {row}
                  </a>
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
        <div className="grid grid-cols-2 gap-3">
          <StatCard
            label={stat.label}
            value={<Amount amount={12_480.5} currency="USD" className="whitespace-normal" />}
            note={stat.note}
          />
          <StatCard
            label={stat.label}
            value={<Amount {...longest} className="whitespace-normal" />}
            note={stat.note}
          />
        </div>
      </Part>
    </>
  )
}

export function DetailParts() {
  return (
    <Part title={parts.detail}>
      <Timeline
        label={timeline.label}
        entries={[
          { key: 'started', title: timeline.started, when: timeline.at },
          {
            key: 'approved',
            title: timeline.approved,
            when: timeline.at,
            tone: 'success',
            detail: banner.body,
          },
          { key: 'settled', title: timeline.settled, when: timeline.later, tone: 'neutral', pending: true },
        ]}
      />
      <PropertyList>
        <Property
          name={property.id}
          action={
            <CopyButton
              iconOnly
              variant="quiet"
              value={type.mono}
              label={common.copyThing(property.id)}
              copiedLabel={common.copied}
              failedLabel={common.copyFailed}
            />
          }
        >
          <span className="wrap-anywhere font-mono text-sm">{type.mono}</span>
        </Property>
        <Property name={property.payer}>
          <span className="text-muted">{property.nothing}</span>
        </Property>
      </PropertyList>
      <Fold summary={code.fold}>
        <CodeBlock label={code.label} code={JSON.stringify(amounts[0], null, 2)} />
      </Fold>
    </Part>
  )
}

/** Renders the content of a message page, without the `h1` of which a page has only one. */
export function Pages() {
  return (
    <Part title={parts.pages}>
      <div className="text-center">
        <p className="font-semibold text-xl">{errors.failedTitle}</p>
        <p className="mt-1.5 text-muted">{errors.failedHint}</p>
        <ErrorCode digest="2841903" />
      </div>
    </Part>
  )
}
