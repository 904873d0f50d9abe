'use client'

import { RotateCw } from 'lucide-react'
import { useCan } from '@/components/data/member'
import { deliveryHref, endpointHref } from '@/components/developers/hrefs'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { queryString } from '@/components/navigation/query-string'
import { DateTime } from '@/components/time/date-time'
import { soonTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { TextLink } from '@/components/ui/text-link'
import type { FailureGroup } from '@/lib/contract/panel/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { doctor as copy, failures, retryRuns } from '@/lib/messages/developer-deliveries'
import { shortUrl } from './delivery-text'

const PATH = '/developers/deliveries'

type Props = { groups: readonly FailureGroup[]; isBounded: boolean }

/** Renders the failures of the last 7 days by cause and endpoint, each with its remedy. */
export function DoctorScreen({ groups, isBounded }: Props) {
  if (groups.length === 0)
    return (
      <EmptyState kind="none" title={copy.healthy}>
        {copy.healthyHint}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-4">
      {isBounded ? <p className="text-muted text-sm">{copy.bounded}</p> : null}
      {groups.map((group) => (
        <Group key={`${group.endpoint_id} ${group.cause}`} group={group} />
      ))}
    </div>
  )
}

function Group({ group }: { group: FailureGroup }) {
  const mayRetry = useCan('developers.write')
  const { locale, timeZone, now } = useLocale()
  const { cause, answered_at: answered, endpoint_status: status, endpoint_id: endpoint } = group
  const count = numberFormat(locale).format(group.count)
  const set = queryString({ endpoint, answer: cause, period: '7d' })
  return (
    <Card title={failures[cause].meaning}>
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">
          <TextLink>
            <PageLink href={`${PATH}${set}`}>{copy.count(count)}</PageLink>
          </TextLink>{' '}
          <span className="wrap-anywhere">{shortUrl(group.url)}</span>, {copy.since}{' '}
          <DateTime iso={group.since} />{' '}
          <TextLink>
            <PageLink href={deliveryHref(group.example)}>
              {copy.example} {group.example_answer}
            </PageLink>
          </TextLink>
        </p>
        <p className="max-w-prose text-pretty">
          <span className="font-medium">{copy.fix}: </span>
          {failures[cause].fix}
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t pt-3">
          <p className={answered ? 'font-medium text-success text-sm' : 'text-muted text-sm'}>
            {answered
              ? copy.answersAgain(soonTime(answered, timeZone, now))
              : status === 'PAUSED'
                ? copy.paused
                : copy.stillFails}
          </p>
          {mayRetry && answered && status === 'ACTIVE' ? (
            <Button asChild size="sm" variant="primary" icon={<RotateCw aria-hidden className="size-4" />}>
              <PageLink href={`${PATH}/retry${set}`}>{retryRuns.button(count)}</PageLink>
            </Button>
          ) : (
            <Button asChild size="sm">
              <PageLink href={`${endpointHref(endpoint)}?test=1`}>{copy.test}</PageLink>
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
