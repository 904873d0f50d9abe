import { CircleCheck, LoaderCircle, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { cardName, useRecipient } from '@/components/customers/face'
import { FailureBanner } from '@/components/data/failure'
import { useCan, useMember, useRead } from '@/components/data/member'
import { isActive, useLinkDetail, useRecordShare } from '@/components/links/face'
import { QrCode } from '@/components/links/qr'
import { LinkAddress, SharePaid, ShareWays } from '@/components/links/share-parts'
import { Headline } from '@/components/money/send-form'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { paymentHref } from '@/components/payments/face'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import type { ChargeDetail } from '@/lib/dashboard/charges/get-charge'
import type { ChargeDecline, ShownCharge } from '@/lib/dashboard/charges/shape'
import type { ShareChannel } from '@/lib/dashboard/links/share-trace'
import { moneyText } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'
import { ChargeCase, caseLead } from './charge-case'
import { ChargeReview } from './charge-review'
import { chargeHref, chargePath } from './face'
import { declineCopy, OutcomeText, refusalCopy, SaidText, useChargePress } from './outcome-text'

type Props = {
  detail: ChargeDetail
  /** Called with the id of the charge that replaced this one. */
  onSucceeded: (id: string) => void
  /** True if the link was created for the customer to save a card. */
  asksForCard?: boolean | undefined
  /** True if a case is shown in full; otherwise in brief with a link to it. */
  isWhole: boolean
}

/** Renders a charge in its current state with the possible actions, and announces each change. */
export function ChargeState(props: Props) {
  const t = useTexts()
  const { locale } = useLocale()
  const { charge } = props.detail
  const id = charge.state === 'LINKED' ? charge.link_id : null
  const link = useRead('links/detail', { id: id ?? '' }, { enabled: id !== null }).data?.link
  const text = moneyText(charge.amount, charge.currency, locale)
  const { title, what, body } = viewOf({ ...props, maySend: useCan('charges.create') }, text, t)
  return (
    <div>
      {/* The live region contains the state only, because forms and buttons in it would be read out with each change. */}
      <p role="status" className="sr-only">
        {/* An ended link announces its own state. */}
        {title === '' || (link && !isActive(link)) ? '' : `${title}. ${what}`}
      </p>
      {body}
    </div>
  )
}

/** Heading of a charge's state, empty for a draft in review, its effect on the money, and its screen. */
type View = { title: string; what: string; body: ReactNode }

function viewOf(props: Props & { maySend: boolean }, amount: string, t: Translate): View {
  const { detail, onSucceeded, isWhole, maySend } = props
  const { charge, payment_url: url, successor } = detail
  if (charge.is_case) {
    const body = <ChargeCase detail={detail} onSucceeded={onSucceeded} isWhole={isWhole} />
    return { title: t('charges.case.title'), what: caseLead(detail, t), body }
  }
  switch (charge.state) {
    case 'DRAFT': {
      const { problem } = charge
      const { title, what } = problem
        ? refusalCopy(problem, t)
        : { title: '', what: t('charges.meaning.DRAFT') }
      const review = maySend ? <ChargeReview detail={detail} onSucceeded={onSucceeded} /> : null
      return { title, what, body: review ?? <p>{what}</p> }
    }
    case 'SENDING': {
      const about = { title: t('charges.outcome.sendingTitle'), what: t('charges.outcome.sendingHint') }
      const icon = <LoaderCircle aria-hidden className="mt-0.5 size-6 animate-spin text-accent-text" />
      return { ...about, body: <Headline icon={icon} {...about} /> }
    }
    case 'PAID': {
      const card = cardName(charge.card, t)
      const what = card
        ? t('charges.outcome.paidFrom', { amount, card })
        : t('charges.outcome.paidHint', { amount })
      const about = { title: t('charges.outcome.paid'), what }
      return { ...about, body: <Paid detail={detail} amount={amount} {...about} /> }
    }
    case 'LINKED': {
      const { link_id: linkId } = charge
      const body =
        url === null || linkId === null ? (
          <p>{t('charges.meaning.LINKED')}</p>
        ) : (
          <ChargeLink asksForCard={props.asksForCard} {...{ charge, linkId, url, amount }} />
        )
      return { title: t('charges.outcome.linked', { amount }), what: t('charges.outcome.linkedHint'), body }
    }
    case 'DECLINED':
      return { ...declineCopy(charge.decline ?? UNNAMED, t), body: <Declined {...props} amount={amount} /> }
    default: {
      const place =
        successor && t('charges.outcome.inItsPlace', { state: t(`charges.state.${successor.state}`) })
      const what = [t(`charges.meaning.${charge.state}`), place].filter(Boolean).join(' ')
      const body = (
        <div className="flex flex-col gap-2">
          <p>{what}</p>
          <Successor detail={detail} label={t('charges.outcome.successorLink')} />
        </div>
      )
      return { title: t(`charges.state.${charge.state}`), what, body }
    }
  }
}

const UNNAMED: ChargeDecline = { code: '', message: '', advice: null, retryable: null }

type Texts = Record<'amount' | 'title' | 'what', string>

function Paid({ detail, amount, title, what }: Texts & { detail: ChargeDetail }) {
  const t = useTexts()
  const { charge, receipt_url: receiptUrl } = detail
  return (
    <div className="flex flex-col gap-4">
      <Headline
        icon={<CircleCheck aria-hidden className="mt-0.5 size-6 text-success" />}
        title={title}
        what={what}
      />
      <SaidText>{t('charges.outcome.sayPaid', { amount })}</SaidText>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {charge.payment_id ? (
          <ButtonLink href={paymentHref({ id: charge.payment_id })}>
            {t('charges.outcome.payment')}
          </ButtonLink>
        ) : null}
        {receiptUrl ? (
          <Button asChild Icon={ReceiptText}>
            <a href={receiptUrl} target="_blank" rel="noopener noreferrer">
              {t('charges.outcome.receipt')}
            </a>
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Declined({ detail, amount, onSucceeded }: Props & { amount: string }) {
  const t = useTexts()
  const maySend = useCan('charges.create')
  const { charge } = detail
  const { press, busy, failure } = useChargePress(charge, onSucceeded)
  const decline = charge.decline ?? UNNAMED
  return (
    <OutcomeText copy={declineCopy(decline, t)} requestId={charge.request_id}>
      <FailureBanner failure={failure} />
      <Successor detail={detail} label={t('charges.outcome.successorOfDecline')} />
      {maySend && !detail.successor ? (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            busy={busy !== null}
            busyLabel={t('charges.outcome.sending')}
            onClick={() => void press({ press: 'link_instead', id: charge.id })}
          >
            {t('charges.outcome.sendLink', { amount })}
          </Button>
          {decline.retryable ? (
            <ButtonLink href={chargeHref(charge.customer_id)}>{t('charges.outcome.tryCard')}</ButtonLink>
          ) : null}
        </div>
      ) : null}
    </OutcomeText>
  )
}

function Successor({ detail: { successor }, label }: { detail: ChargeDetail; label: string }) {
  if (!successor) return null
  return <InlineLink href={chargePath(successor)}>{label}</InlineLink>
}

type LinkProps = Pick<Props, 'asksForCard'> & {
  charge: ShownCharge
  linkId: string
  url: string
  amount: string
}

/** Renders the link of a charge with all ways to send it until it is paid. The focus is on its copy button. */
function ChargeLink({ charge, linkId, url, amount, asksForCard }: LinkProps) {
  const t = useTexts()
  const { name: merchantName } = useMember().account
  const record = useRecordShare()
  const { description } = charge
  const done = (channel: ShareChannel) => record(linkId, channel)
  const recipient = useRecipient(charge.customer_id)
  const link = useLinkDetail(linkId).data?.link
  // A new link takes payments, so it can be shared before it is loaded.
  const shares = link === undefined || isActive(link)
  const purpose = description ? `${description}, ${amount}` : amount
  // The title of a link without a description names the merchant.
  const line = description?.includes(merchantName) ? purpose : `${merchantName}: ${purpose}`
  const title = t('charges.outcome.linked', { amount })
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-semibold text-xl">{title}</p>
        {shares ? <p className="text-muted">{t('charges.outcome.linkedHint')}</p> : null}
      </div>
      {link ? <SharePaid link={link} made /> : null}
      {shares ? (
        <>
          <LinkAddress url={url} focus onCopied={() => done('copied')} />
          <ShareWays
            recipient={recipient}
            text={{ line: asksForCard ? t('charges.outcome.saveCard', { message: line }) : line, url }}
            onOpened={done}
          />
          <div className="overflow-hidden rounded-lg border">
            <QrCode url={url} title={description ?? title} onSaved={done} />
          </div>
        </>
      ) : null}
      <div>
        <ButtonLink variant="quiet" href={`/links/${encodeURIComponent(linkId)}`}>
          {t('charges.outcome.showLink')}
        </ButtonLink>
      </div>
    </div>
  )
}
