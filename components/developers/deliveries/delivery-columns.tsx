import { shortened } from '@/components/data/short-id'
import { deliveryHref } from '@/components/developers/hrefs'
import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import { RowTime } from '@/components/time/date-time'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import { deliveries } from '@/lib/messages/developer-deliveries'
import { cn } from '@/lib/ui/cn'
import { DeliveryBadge, TestMark } from './delivery-badge'
import { answerText, shortUrl } from './delivery-text'

const { columns } = deliveries

/** Returns the columns of deliveries: event, object, endpoint, result, latest response, attempts, created. */
export function deliveryColumns(timeZone: string): readonly Column<ListedDelivery>[] {
  return [
    {
      key: 'event',
      label: columns.event,
      className: '@2xl:w-[34%] @2xl:max-w-0',
      cell: ({ id, kind, test }) => (
        <span className="flex min-w-0 items-center gap-2">
          <RowLink href={deliveryHref(id)} copies={id} className="min-w-0 font-mono text-sm">
            <span title={kind} className="block truncate">
              {kind}
            </span>
          </RowLink>
          {test ? <TestMark /> : null}
        </span>
      ),
    },
    {
      key: 'object',
      label: columns.object,
      from: '5xl',
      card: 'none',
      width: 'w-40 min-w-40',
      className: 'text-muted text-sm',
      cell: ({ object_id: object }) => (
        <span title={object} className="whitespace-nowrap font-mono">
          {shortened(object)}
        </span>
      ),
    },
    {
      key: 'endpoint',
      label: columns.endpoint,
      from: '3xl',
      className: 'text-muted text-sm @2xl:w-[26%] @2xl:max-w-0 @max-2xl:order-3',
      cell: ({ url }) => (
        <span title={url} className="block truncate">
          {shortUrl(url)}
        </span>
      ),
    },
    {
      key: 'result',
      label: columns.result,
      width: 'w-28 min-w-28',
      card: 'end',
      className: '@max-2xl:order-2',
      cell: (row) => <DeliveryBadge of={row} href={deliveryHref(row.id)} />,
    },
    {
      key: 'answer',
      label: columns.answer,
      width: 'w-30 min-w-30',
      card: 'end',
      className: 'tnum text-sm @max-2xl:order-4',
      cell: (row) => (
        <span className={cn('whitespace-nowrap', row.last_error_class === null && 'text-muted')}>
          {answerText(row)}
        </span>
      ),
    },
    {
      key: 'attempts',
      label: columns.attempts,
      width: 'w-22 min-w-22',
      align: 'end',
      from: '4xl',
      className: 'tnum text-muted text-sm @max-2xl:order-5',
      cell: ({ attempts }) => (
        <>
          <span className="@max-2xl:hidden">{attempts}</span>
          <span className="@2xl:hidden">{deliveries.attemptsOf(attempts)}</span>
        </>
      ),
    },
    {
      key: 'created',
      ...zonedLabel(columns.created, columns.createdIn, timeZone),
      width: 'w-28 min-w-28 @3xl:w-36 @3xl:min-w-36',
      align: 'end',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap @max-2xl:order-6',
      cell: ({ id, created_at: created }) => <RowTime iso={created} href={deliveryHref(id)} />,
    },
  ]
}
