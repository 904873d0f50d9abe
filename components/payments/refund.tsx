import { Undo2 } from 'lucide-react'
import { useCan, useRead } from '@/components/data/member'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { ShownRefund } from '@/lib/dashboard/refunds/refund-row'
import { openRefundStates } from '@/lib/dashboard/refunds/shape'
import { moneyText } from '@/lib/domain/money'
import { leftAmount } from './amounts'
import { keptDispute } from './face'

/** Parameter of a payment's address that opens the dialog: `BEGUN` for the form, or the id of a refund. */
export const REFUND_PARAM = 'refund'
export const BEGUN = 'new'
/** Parameter with the refund whose values fill the form. */
export const FROM_PARAM = 'from'

/** Returns the address of a payment with the dialog of a refund; without one with the form, filled with the values of `from`. */
export function refundHref(paymentId: string, refund = BEGUN, from?: string): string {
  const filled = from === undefined ? '' : `&${FROM_PARAM}=${encodeURIComponent(from)}`
  return `/payments/${encodeURIComponent(paymentId)}?${REFUND_PARAM}=${encodeURIComponent(refund)}${filled}`
}

/** Refetch interval of a refund without an outcome. The outcome arrives as a live message; this covers a lost one. */
const OPEN_POLL_MS = 2_000

/** Returns the query of a payment's refunds, which the browser asks after the page: the host is asked if it has any. */
export function useRefunds({ id, status, mirror }: Pick<ShownPayment, 'id' | 'status' | 'mirror'>) {
  return useRead(
    'payments/list/refunds',
    { id },
    {
      enabled: status === 'APPROVED' && !mirror.missing,
      refetchInterval: ({ state }) => (state.data?.refunds.some(isOpen) ? OPEN_POLL_MS : false),
    },
  )
}

/** Returns whether the outcome of a refund is not known yet. */
export function isOpen({ state }: Pick<ShownRefund, 'state'>): boolean {
  return openRefundStates.some((open) => open === state)
}

/** Returns what is left of a payment, in major units; 0 if nothing can be refunded exactly, or while a dispute has it. */
export function leftToRefund(payment: ShownPayment): number {
  if (payment.status !== 'APPROVED' || keptDispute(payment)) return 0
  return leftAmount(payment) ?? 0
}

/** Renders the link to the form; nothing for a role, a payment or a host without refunds. */
export function RefundButton({ payment }: { payment: ShownPayment }) {
  const t = useTexts()
  const mayRefund = useCan('refunds.create')
  const isSupported = useRefunds(payment).data?.is_supported
  if (!mayRefund || !isSupported || leftToRefund(payment) <= 0) return null
  return (
    <ButtonLink Icon={Undo2} href={refundHref(payment.id)} scroll={false}>
      {t('refund-states.open')}
    </ButtonLink>
  )
}

/** Renders why an approved payment has no `Refund`; nothing if it has one or if nothing is left of it. */
export function NoRefund({ payment }: { payment: ShownPayment }) {
  const t = useTexts()
  const mayRefund = useCan('refunds.create')
  const { data } = useRefunds(payment)
  if (payment.mirror.missing) return null
  const why = keptDispute(payment)
    ? 'disputed'
    : leftToRefund(payment) <= 0
      ? null
      : data?.is_supported === false
        ? 'unsupported'
        : mayRefund
          ? null
          : 'role'
  return why && <p className="mt-3 text-pretty text-muted text-sm">{t(`refund-states.none.${why}`)}</p>
}

export function OpenRefundBanner({ payment }: { payment: ShownPayment }) {
  const t = useTexts()
  const { locale } = useLocale()
  const mayRefund = useCan('refunds.create')
  const refund = useRefunds(payment).data?.refunds.find(isOpen)
  if (!refund) return null
  const { id, currency, state } = refund
  const amount = moneyText(refund.amount, currency, locale)
  const title = `${t('refund-states.title', { amount })}: ${t(`refund-states.state.${state}`)}`
  return (
    <Banner tone={state === 'UNKNOWN' ? 'warning' : 'info'} title={title}>
      <p>{t(`refund-states.meaning.${state}`)}</p>
      {mayRefund ? (
        <InlineLink href={refundHref(payment.id, id)} scroll={false}>
          {t('refund-states.show')}
        </InlineLink>
      ) : null}
    </Banner>
  )
}
