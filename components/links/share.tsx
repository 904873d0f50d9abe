'use client'

import { Check, CopyPlus, ExternalLink, Plus, ReceiptText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRecipient } from '@/components/customers/face'
import { isMissing } from '@/components/data/fetch-json'
import { useCan, useMember } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { ObjectCurl } from '@/components/detail/developers'
import { Amount } from '@/components/money/amount'
import { ButtonLink } from '@/components/navigation/link-looks'
import { PageHeader } from '@/components/page/page-header'
import { ScreenNotFound } from '@/components/page/screen-not-found'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import type { ShownCancel } from '@/lib/dashboard/links/cancel'
import type { ShareChannel } from '@/lib/dashboard/links/share-trace'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { isLanguage, type Language, languages } from '@/lib/domain/languages'
import { formatMajor } from '@/lib/domain/money'
import { cn } from '@/lib/ui/cn'
import { canShare, isOpen, isUnderWay, LinkBadge, linkHref, useLinkDetail, useRecordShare } from './face'
import { CancelFailed, CancelNotice, useCancelLink } from './menu'
import { QrCode } from './qr'
import { LinkAddress, SharePaid, ShareWays, urlIn } from './share-parts'

type Props = {
  id: string
  /** True for a new link, which the page announces. */
  made: boolean
}

/** Renders the result of creating a link: its data, and the share buttons while it accepts payments. */
export function ShareScreen({ id, made }: Props) {
  const t = useTexts()
  const detail = useLinkDetail(id)
  const back = { href: '/links', label: t('links.title') }
  if (isMissing(detail.error)) return <ScreenNotFound />
  if (!detail.data) {
    return (
      <>
        <PageHeader back={back} title={t('links.share.titleLater')} />
        <QueryFallback query={detail} label={t('links.loading')} />
      </>
    )
  }
  const { link, cancel } = detail.data
  const shares = canShare({ ...link, cancel })
  const isPaid = link.shown_status === 'COMPLETED'
  const isNew = made && shares
  const paid = t(link.max_uses === 1 ? 'link-share.paid' : 'links.share.paidAll')
  const name = isPaid ? paid : t(isNew ? 'links.share.title' : 'links.share.titleLater')
  return (
    <>
      <PageHeader
        back={made ? back : { href: linkHref(id), label: link.title }}
        tab={name}
        title={
          isPaid || isNew ? (
            <span className="flex items-center gap-3">
              <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-success-soft text-success">
                <Check aria-hidden className="size-4.5" strokeWidth={2.5} />
              </span>
              {name}
            </span>
          ) : (
            name
          )
        }
        lead={shares ? <p className="text-pretty">{t('links.share.lead')}</p> : undefined}
      />
      <div className="flex flex-col gap-4">
        <Shared link={link} made={made} cancel={isOpen(link) ? cancel : null} shares={shares} />
        <ObjectCurl object={link} />
      </div>
    </>
  )
}

type SharedProps = Omit<Props, 'id'> & { link: ShownLink; cancel: ShownCancel | null; shares: boolean }

function Shared({ link, made, cancel, shares }: SharedProps) {
  const t = useTexts()
  const { name: merchantName, signUpUrl } = useMember().account
  const record = useRecordShare()
  const [language, setLanguage] = useState<Language | ''>('')
  const reader = useReader()
  const locale = language ? languages[language].locale : reader.locale
  const url = language ? urlIn(link.url, language) : link.url
  const acts = useCancelLink(link)
  const amount = `${formatMajor(link.amount, link.currency, locale)} ${link.currency}`
  const done = (channel: ShareChannel) => record(link.id, channel)
  const recipient = useRecipient(link.customer_id)
  const cancelling = isUnderWay(cancel)
  // The focus starts on the copy button and returns to it after an action of this tab.
  const [isFirst, setIsFirst] = useState(true)
  useEffect(() => setIsFirst(false), [])
  return (
    <>
      <CancelFailed cancel={cancel} />
      <section
        className={cn(
          'grid grid-cols-1 overflow-hidden rounded-xl bg-surface shadow-card',
          shares && 'md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-6 p-4 sm:p-6 lg:p-8">
          <Made link={link} isCancelling={cancelling} />
          <SharePaid link={link} made={made} />
          {cancelling ? (
            <div className="flex flex-col gap-1 rounded-lg bg-warning-soft px-3.5 py-3">
              <CancelNotice link={link} cancel={cancel} acts={acts} />
              <p className="text-sm text-text">{t('links.share.closing')}</p>
            </div>
          ) : shares ? (
            <>
              <LinkAddress url={url} focus={isFirst || acts.pressed} onCopied={() => done('copied')} />
              {/* A host with a sign-up page is this service, whose pages read the language. */}
              {signUpUrl === null ? null : <PayerLanguage value={language} onChange={setLanguage} />}
              <ShareWays
                recipient={recipient}
                text={{
                  line: t('links.share.message', { merchant: merchantName, title: link.title, amount }),
                  url,
                }}
                onOpened={done}
              />
            </>
          ) : link.shown_status === 'COMPLETED' ? null : (
            <Banner
              tone="info"
              title={t(link.mirror.missing ? 'links.share.missing' : 'links.share.closed')}
            />
          )}
        </div>
        {shares ? <QrCode url={url} title={link.title} onSaved={done} /> : null}
      </section>
      <Further link={link} opens={shares} />
    </>
  )
}

type LanguageProps = { value: Language | ''; onChange: (language: Language | '') => void }

/** Renders the choice of the language in which the link opens; by default that of the payer's browser. */
function PayerLanguage({ value, onChange }: LanguageProps) {
  const t = useTexts()
  return (
    <Field label={t('links.share.language')} className="max-w-60">
      <Select value={value} onChange={({ target }) => onChange(isLanguage(target.value) ? target.value : '')}>
        <option value="">{t('links.share.languageOfBrowser')}</option>
        {Object.entries(languages).map(([language, { name }]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Made({ link, isCancelling }: { link: ShownLink; isCancelling: boolean }) {
  const t = useTexts()
  const { deadline } = useTimes()
  const { max_uses: max, expires_at: end } = link
  const uses = max === null ? t('links.share.usesUnlimited') : t('links.share.uses', { count: max })
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Amount
          amount={link.amount}
          currency={link.currency}
          className="font-semibold text-3xl tracking-tight"
        />
        <LinkBadge status={link.shown_status} isCancelling={isCancelling} />
      </p>
      <p dir="auto" className="wrap-anywhere text-left text-lg">
        {link.title}
      </p>
      <p className="flex flex-wrap gap-x-4 text-muted text-sm">
        <span>{uses}</span>
        {/* A closed link has no expiry to show. */}
        {!isOpen(link) ? null : end === null ? (
          <span>{t('links.noEnd')}</span>
        ) : (
          <time dateTime={end}>
            {t(link.shown_status === 'EXPIRED' ? 'links.share.ended' : 'links.share.ends', {
              moment: deadline(end),
            })}
          </time>
        )}
      </p>
    </div>
  )
}

function Further({ link, opens }: { link: ShownLink; opens: boolean }) {
  const t = useTexts()
  const mayCreate = useCan('links.create')
  const record = useRecordShare()
  const id = encodeURIComponent(link.id)
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:grow">
      <ButtonLink Icon={ReceiptText} href={linkHref(link.id)}>
        {t('links.share.detail')}
      </ButtonLink>
      {opens ? (
        <Button asChild Icon={ExternalLink}>
          <a href={link.url} target="_blank" rel="noreferrer" onClick={() => record(link.id, 'opened')}>
            {t('links.share.open')}
          </a>
        </Button>
      ) : null}
      {mayCreate ? (
        <>
          <ButtonLink variant="quiet" Icon={Plus} href="/links/new">
            {t('links.create')}
          </ButtonLink>
          <ButtonLink variant="quiet" Icon={CopyPlus} href={`/links/new?from=${id}`}>
            {t('links.detail.duplicate')}
          </ButtonLink>
        </>
      ) : null}
    </div>
  )
}
