import { type ReactNode, useId } from 'react'
import {
  answerText,
  DeliveryBadge,
  isAnswered,
  panelColumns,
  panelHref,
  shortUrl,
} from '@/components/developers/face'
import { type Column, RecordTable } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { useTexts } from '@/components/texts/texts-provider'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'

type Props = {
  title: string
  /** Link to all of them. */
  action?: ReactNode
  rows: readonly ListedDelivery[]
  /** Message for none. */
  none: string
}

export function DeliveriesSection({ title, action, rows, none }: Props) {
  const t = useTexts()
  const { timeZone } = useLocale()
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t pt-4">
      <header className="flex min-h-8 items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {action}
      </header>
      {rows.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <RecordTable label={title} columns={deliveryColumns(t, timeZone)} rows={rows} />
      )}
    </section>
  )
}

/** Returns the columns of deliveries: event, object, endpoint, result, latest response, created. */
export function deliveryColumns(t: Translate, timeZone: string): readonly Column<ListedDelivery>[] {
  const { event, object, created } = panelColumns<ListedDelivery>('deliveries', t, timeZone)
  return [
    event,
    object,
    {
      key: 'endpoint',
      label: t('developer-rows.columns.endpoint'),
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
      label: t('developer-rows.columns.result'),
      width: 'w-28 min-w-28',
      card: 'end',
      className: '@max-2xl:order-2',
      cell: (row) => <DeliveryBadge of={row} href={panelHref('deliveries', row.id)} />,
    },
    {
      key: 'answer',
      label: t('developer-rows.columns.answer'),
      width: 'w-30 min-w-30',
      card: 'end',
      className: 'tnum text-sm @max-2xl:order-4',
      cell: (row) => (
        <span
          className={
            isAnswered(row)
              ? cn('whitespace-nowrap', row.last_error_class === null && 'text-muted')
              : 'sr-only'
          }
        >
          {answerText(row, t)}
        </span>
      ),
    },
    created,
  ]
}
