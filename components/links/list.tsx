'use client'

import { FileUp, Plus } from 'lucide-react'
import { useCan, useRead } from '@/components/data/member'
import { useTotals } from '@/components/data/use-totals'
import { type Column, RowLink } from '@/components/list/columns'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { Amount } from '@/components/money/amount'
import { ButtonLink } from '@/components/navigation/link-looks'
import { PageHeader } from '@/components/page/page-header'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { RowTime, TitledTime } from '@/components/time/date-time'
import { useTimes } from '@/components/time/times'
import { CopyButton } from '@/components/ui/copy-button'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { LinkFilter } from '@/lib/dashboard/links/link-conditions'
import type { ListedLink } from '@/lib/dashboard/links/list-links'
import { numberFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'
import { canShare, collectedOf, isUnderWay, LinkBadge, linkHref, useRecordShare, usesText } from './face'
import { LinkMenu, useCancelLink } from './menu'

export function LinksScreen({ filter }: { filter: LinkFilter }) {
  const t = useTexts()
  const mayCreate = useCan('links.create')
  const query = useRead('links/list', filter)
  const totals = useTotals(query.data, 'links/totals', filter)
  const newLink = (
    <ButtonLink variant="primary" Icon={Plus} href="/links/new">
      {t('links.create')}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader
        title={t('links.title')}
        action={
          mayCreate ? (
            <div className="flex flex-wrap gap-2">
              <ButtonLink Icon={FileUp} href="/links/import">
                {t('links.import')}
              </ButtonLink>
              {/* The plus in the bar is this page's only main button on phones. */}
              <span className="contents max-md:hidden">{newLink}</span>
            </div>
          ) : undefined
        }
      />
      <ListScreen
        path="/links"
        views="links"
        filter={filter}
        query={query}
        totals={totals}
        statuses={shownLinkStatuses}
        columns={linkColumns(t, filter.expiring !== undefined)}
        // A row is highlighted while its menu is open.
        rowProps={() => ({ className: 'record-near has-data-[state=open]:bg-hover' })}
        filters={[
          {
            keys: ['expiring'],
            name: t('links.expiringFilter'),
            label: ({ expiring }) => (expiring ? t('links.expiringFilter') : null),
          },
        ]}
        messages={useListMessages('links')}
        sumLabel={t('links.collected')}
        emptyAction={mayCreate ? newLink : undefined}
        hasTitleButton
      />
    </>
  )
}

/** Returns the columns of links. With `byEnd`, for links that expire soon, the date is the expiry. */
function linkColumns(t: Translate, byEnd: boolean): readonly Column<ListedLink>[] {
  const dated = byEnd ? 'ends' : 'created'
  const ends: Column<ListedLink> = {
    key: 'ends',
    label: t('links.columns.ends'),
    width: 'w-28 min-w-28',
    align: 'end',
    from: '5xl',
    card: 'none',
    className: 'whitespace-nowrap text-muted text-sm',
    cell: (link) => <Ends link={link} />,
  }
  return [
    {
      key: 'amount',
      label: t('links.columns.amount'),
      width: 'w-30 min-w-27 @3xl:min-w-30',
      align: 'end',
      cell: ({ amount, currency }) => (
        <Amount amount={amount} currency={currency} className="font-medium text-lg @2xl:text-base" />
      ),
    },
    {
      key: 'status',
      label: t('links.columns.status'),
      width: 'w-30 min-w-30',
      card: 'end',
      // The actions of a card are positioned absolutely, so the badge leaves room for them.
      className: (link) =>
        `@2xl:mr-0 ${canShare(link) ? 'mr-14 pointer-coarse:mr-19' : 'mr-6 pointer-coarse:mr-8'}`,
      cell: ({ id, shown_status, cancel }) => (
        <LinkBadge status={shown_status} isCancelling={isUnderWay(cancel)} href={linkHref(id)} />
      ),
    },
    {
      key: 'link',
      label: t('links.columns.link'),
      card: 'line',
      className: '@2xl:w-[99%] @2xl:max-w-0',
      cell: (link) => (
        <RowLink
          href={linkHref(link.id)}
          copies={canShare(link) ? link.url : link.id}
          dir="auto"
          title={link.title}
          className="block truncate"
        >
          {link.title}
        </RowLink>
      ),
    },
    {
      key: 'uses',
      label: t('links.columns.uses'),
      width: 'w-20 min-w-20',
      align: 'end',
      from: '3xl',
      className: 'tnum text-muted text-sm @max-2xl:leading-5.5 @2xl:whitespace-nowrap',
      cell: (link) => <Uses link={link} />,
    },
    {
      key: 'collected',
      label: t('links.columns.collected'),
      width: 'w-28 min-w-28',
      align: 'end',
      from: '4xl',
      card: 'none',
      className: 'whitespace-nowrap text-sm',
      cell: (link) => <Collected link={link} />,
    },
    ...(byEnd ? [] : [ends]),
    {
      key: 'date',
      label: t(`links.columns.${dated}`),
      labelIn: (zone) => t(`links.columns.${dated}In`, { zone }),
      width: 'w-28 min-w-28 @3xl:w-32 @3xl:min-w-32',
      align: 'end',
      card: 'end',
      className: 'whitespace-nowrap text-muted text-sm @max-2xl:leading-5.5',
      cell: (link) => (
        <>
          {link.shown_status === 'ACTIVE' ? <CardEnds link={link} /> : null}
          <span className={link.shown_status === 'ACTIVE' ? 'hidden @2xl:inline' : undefined}>
            <RowTime iso={(byEnd ? link.expires_at : null) ?? link.created_at} href={linkHref(link.id)} />
          </span>
        </>
      ),
    },
    {
      key: 'actions',
      label: <span className="sr-only">{t('links.actions')}</span>,
      width: 'w-12 min-w-12 @3xl:w-21 @3xl:min-w-21',
      // The icon, not its button, is aligned with badge and date.
      className:
        'absolute top-4.75 right-0.5 z-10 -translate-y-1/2 pointer-coarse:right-0 pointer-coarse:[&_button_svg]:translate-x-1 @2xl:relative @2xl:inset-auto @2xl:translate-y-0 @2xl:py-1 @3xl:pl-0 @2xl:[&_button_svg]:translate-x-0',
      cell: (link) => <RowActions link={link} />,
    },
  ]
}

function RowActions({ link }: { link: ListedLink }) {
  const t = useTexts()
  const record = useRecordShare()
  const acts = useCancelLink(link)
  return (
    <span className="flex justify-end">
      {canShare(link) ? (
        <span className="contents @2xl:hidden @3xl:contents">
          <CopyButton
            iconOnly
            variant="quiet"
            value={link.url}
            label={t('common.copyThing', { thing: link.title })}
            onCopied={() => record(link.id, 'copied')}
          />
        </span>
      ) : null}
      <LinkMenu isRow link={link} cancel={link.cancel ?? null} acts={acts} />
    </span>
  )
}

function Collected({ link }: { link: ListedLink }) {
  const t = useTexts()
  const collected = collectedOf(link)
  if (collected === null) return <span className="text-muted">{t('common.unknown')}</span>
  if (link.paid_count === 0) return <span className="text-muted">{t('links.none')}</span>
  return <Amount amount={collected} currency={link.currency} />
}

/** Renders `3 of 10`, or only the count without a limit; on a card with the word for it. */
function Uses({ link }: { link: ListedLink }) {
  const t = useTexts()
  const { locale } = useLocale()
  const { paid_count: paid, max_uses: max } = link
  return (
    <>
      <span className="@2xl:hidden">{usesText(link, t)}</span>
      <span className={paid > 0 ? 'hidden text-text @2xl:inline' : 'hidden @2xl:inline'}>
        {max === null ? numberFormat(locale).format(paid) : t('links.countOf', { paid, max })}
      </span>
    </>
  )
}

function CardEnds({ link }: { link: ListedLink }) {
  const t = useTexts()
  if (link.expires_at === null) return <span className="@2xl:hidden">{t('links.noEnd')}</span>
  return (
    <span className="@2xl:hidden">
      {t('links.columns.ends')} <Ends link={link} />
    </span>
  )
}

function Ends({ link: { expires_at: end, shown_status: status } }: { link: ListedLink }) {
  const t = useTexts()
  const { relativeTime, shortDay } = useTimes()
  if (status === 'COMPLETED' || status === 'CANCELLED') return t('links.none')
  if (end === null) return t('links.neverExpires')
  return <TitledTime iso={end}>{relativeTime(end) ?? shortDay(end)}</TitledTime>
}
