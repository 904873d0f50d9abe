'use client'

import { CopyPlus, RotateCw, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isMissing } from '@/components/data/fetch-json'
import { useCan, useRead } from '@/components/data/member'
import { useTotals } from '@/components/data/use-totals'
import { DetailFallback, DetailScreen, type ListOf } from '@/components/detail/detail-screen'
import { RelatedList } from '@/components/detail/related-list'
import { Amount } from '@/components/money/amount'
import { ButtonLink } from '@/components/navigation/link-looks'
import { paymentColumns, paymentRow, paymentsHref } from '@/components/payments/face'
import { useTexts } from '@/components/texts/texts-provider'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import type { LinkDetail } from '@/lib/dashboard/links/get-link'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { cn } from '@/lib/ui/cn'
import {
  closedAtOf,
  LinkProperties,
  LinkStats,
  LinkTimeline,
  linkHistory,
  linkSentence,
} from './detail-parts'
import { isActive, isOpen, isUnderWay, LinkBadge, shareHref, useLinkDetail, useRecordShare } from './face'
import { CancelFailed, CancelNotice, LinkMenu, useCancelLink } from './menu'

const list: ListOf = {
  path: '/links',
  title: 'links.title',
  one: 'links.one',
  loading: 'links.loading',
}

export function LinkScreen({ id }: { id: string }) {
  const detail = useLinkDetail(id)
  if (!detail.data || isMissing(detail.error)) return <DetailFallback list={list} query={detail} />
  return <LinkPage detail={detail.data} error={detail.error} />
}

function LinkPage({ detail, error }: { detail: LinkDetail; error: Error | null }) {
  const t = useTexts()
  const { link, events, shares } = detail
  const { mirror, shown_status: status, ...object } = link
  const acts = useCancelLink(link)
  const query = useRead('payments/list', { link: link.id })
  const totals = useTotals(query.data, 'payments/totals', { link: link.id })
  const cancel = isOpen(link) ? detail.cancel : null
  const cancelling = isUnderWay(cancel)
  const isShared = isActive(link) && !cancelling
  const completedAt = events.find(({ kind }) => kind === 'payment_link.completed')?.event_at ?? null
  const payments = query.data?.data ?? []
  const known = { payments, shares, completedAt, cancelledAt: detail.cancelled_at }
  const history = linkHistory(link, known, t)
  return (
    <DetailScreen
      list={list}
      copies={isShared ? link.url : link.id}
      tab={link.title}
      title={
        <>
          <bdi>{link.title}</bdi> <LinkBadge status={status} isCancelling={cancelling} />
        </>
      }
      sentence={
        <>
          <p className="mb-0.5">
            <Amount amount={link.amount} currency={link.currency} className="font-medium text-lg text-text" />
          </p>
          {cancelling ? (
            <CancelNotice link={link} cancel={cancel} acts={acts} />
          ) : (
            <p role="status" className="text-pretty">
              {mirror.missing ? t('mirror.lastKnown') : linkSentence(link, t)}
            </p>
          )}
        </>
      }
      actions={(position) => (
        <Actions
          link={link}
          isShared={isShared}
          className={
            position === 'below' ? 'mt-3 sm:hidden [&>:not(:last-child)]:grow' : 'justify-end max-sm:hidden'
          }
        >
          <LinkMenu link={link} cancel={cancel} acts={acts} />
        </Actions>
      )}
      notice={<CancelFailed cancel={cancel} />}
      state={detail}
      error={error}
      mirror={mirror}
      figures={<LinkStats link={link} counts={totals?.counts ?? null} closedAt={closedAtOf(history)} />}
      properties={
        <Card title={t('links.detail.properties')}>
          <LinkProperties detail={detail} isShared={isShared} />
        </Card>
      }
      developers={{
        object,
        label: t('links.detail.json'),
        noEvents: t(status === 'COMPLETED' ? 'links.detail.eventMissing' : 'links.detail.eventNone'),
      }}
    >
      <RelatedList
        title={t('links.detail.payments')}
        query={query}
        totals={totals}
        allHref={paymentsHref({ link: link.id })}
        allLabel={(count) => t('links.detail.allPayments', { count })}
        allUncounted={t('links.detail.allUncounted')}
        loading={t('links.detail.loadingPayments')}
        columns={paymentColumns(t, { sameLink: true })}
        // A card has no line for the link's title here.
        rowProps={(payment) => ({ ...paymentRow(payment), className: 'min-h-0 py-2.5' })}
        empty={
          <div className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 gap-y-2 text-muted">
            <p>{t(isActive(link) ? 'links.detail.noPayments' : 'links.detail.paidByNobody')}</p>
            {isShared ? (
              <ButtonLink size="sm" href={shareHref(link.id)}>
                {t('links.detail.shareNow')}
              </ButtonLink>
            ) : null}
          </div>
        }
      />
      <LinkTimeline history={history} isShared={shares.length > 0} />
    </DetailScreen>
  )
}

type ActionsProps = {
  link: ShownLink
  isShared: boolean
  className: string
  /** The menu, which is the last button everywhere. */
  children: ReactNode
}

function Actions({ link, isShared, className, children }: ActionsProps) {
  const t = useTexts()
  const mayCreate = useCan('links.create')
  const record = useRecordShare()
  const id = encodeURIComponent(link.id)
  return (
    <div className={cn('flex flex-wrap gap-2', className)}>
      {isShared ? (
        <>
          <CopyButton
            variant="primary"
            value={link.url}
            label={t('link-share.copy')}
            onCopied={() => record(link.id, 'copied')}
            className="min-w-32"
          />
          <ButtonLink Icon={Share2} href={shareHref(link.id)}>
            {t('links.detail.share')}
          </ButtonLink>
        </>
      ) : null}
      {mayCreate && isOpen(link) && link.shown_status === 'EXPIRED' ? (
        <ButtonLink variant="primary" Icon={RotateCw} href={`/links/new?renew=${id}`}>
          {t('links.detail.renew')}
        </ButtonLink>
      ) : null}
      {mayCreate && !isOpen(link) ? (
        <ButtonLink variant="primary" Icon={CopyPlus} href={`/links/new?from=${id}`}>
          {t('links.detail.duplicate')}
        </ButtonLink>
      ) : null}
      {children}
    </div>
  )
}
