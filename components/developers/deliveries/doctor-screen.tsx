'use client'

import { RotateCw } from 'lucide-react'
import { deliveryHref, endpointHref } from '@/components/developers/hrefs'
import { queryString } from '@/components/list/query-string'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import { soonTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { TextLink } from '@/components/ui/text-link'
import type { FailureGroup } from '@/lib/dashboard/schema/developers/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { doctor as copy, failures, retryRuns } from '@/lib/messages/developer-deliveries'
import { answerText, shortUrl } from './delivery-text'

const PATH = '/developers/deliveries'

type Props = { groups: readonly FailureGroup[]; isBounded: boolean; mayRetry: boolean }

/** Renders the failures of the last 7 days by cause and endpoint, each with its remedy. */
export function DoctorScreen({ groups, isBounded, mayRetry }: Props) {
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
        <Group key={`${group.endpoint_id} ${group.cause}`} group={group} mayRetry={mayRetry} />
      ))}
    </div>
  )
}

function Group({ group, mayRetry }: { group: FailureGroup; mayRetry: boolean }) {
  const { locale, timeZone, now } = useLocale()
  const { cause, answers_since: answers } = group
  const failure = failures[cause]
  const count = numberFormat(locale).format(group.count)
  const set = queryString({ endpoint: group.endpoint_id, answer: cause, period: '7d' })
  return (
    <Card title={failure.meaning}>
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">
          <TextLink>
            <PageLink href={`${PATH}${set}`}>{copy.count(count)}</PageLink>
          </TextLink>{' '}
          <span className="wrap-anywhere">{shortUrl(group.url)}</span>, {copy.since}{' '}
          <DateTime iso={group.since} />
        </p>
        <p className="max-w-prose text-pretty">
          <span className="font-medium">{copy.fix}: </span>
          {failure.fix}
        </p>
        <p className="text-sm">
          <TextLink>
            <PageLink href={deliveryHref(group.example)}>{copy.example}</PageLink>
          </TextLink>{' '}
          <span className="text-muted">
            (
            {answerText({
              status: 'FAILED',
              last_answer_status: group.example_answer,
              last_error_class: cause,
            })}
            )
          </span>
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t pt-3">
          <p className={answers ? 'font-medium text-success text-sm' : 'text-muted text-sm'}>
            {answers
              ? copy.answersAgain(soonTime(answers, timeZone, now))
              : group.endpoint_status === 'PAUSED'
                ? copy.paused
                : copy.stillFails}
          </p>
          {mayRetry && answers && group.endpoint_status === 'ACTIVE' ? (
            <Button asChild size="sm" variant="primary" icon={<RotateCw aria-hidden className="size-4" />}>
              <PageLink href={`${PATH}/retry${set}`}>{retryRuns.button(count)}</PageLink>
            </Button>
          ) : (
            <Button asChild size="sm">
              <PageLink href={`${endpointHref(group.endpoint_id)}?test=1`}>{copy.test}</PageLink>
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
