import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { chargeAction } from '@/app/(dashboard)/[account]/charges/actions'
import { cardName } from '@/components/customers/face'
import { FailureBanner } from '@/components/data/failure'
import { isMissing } from '@/components/data/fetch-json'
import { useAct, useMember } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { useActionForm } from '@/components/data/use-action-form'
import { useFormToken } from '@/components/data/use-form-token'
import { AmountField, amountProblem } from '@/components/money/amount-field'
import { isOnline } from '@/components/navigation/network'
import { replaceParams } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import { CHARGE_DESCRIPTION_MAX } from '@/lib/contract/limits'
import type { ChargeDetail } from '@/lib/dashboard/charges/get-charge'
import type { ChargeWay, ShownCharge } from '@/lib/dashboard/charges/shape'
import type { ShownCustomer } from '@/lib/dashboard/customers/shown-customer'
import { formatMajor, moneyText } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { normalizeText } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'
import { LockedBanner } from './charge-review'
import { ChargeState } from './charge-state'
import {
  begun,
  CARD_PARAM,
  type ChargeMoney,
  chargeQuery,
  type FeeSchedule,
  FROM_PARAM,
  feesOf,
  PARAM,
} from './face'

type Props = {
  customer: Pick<ShownCustomer, 'id' | 'name' | 'card' | 'card_state'>
  /** Null if the host has not reported them. */
  fees: FeeSchedule | null
  /** Earlier charge with an unknown outcome, which locks the card. */
  openCase: string | null
}

/** Renders the dialog that charges a customer. The address contains the charge, so a reload shows the same step. */
export function ChargeDialog(props: Props) {
  const t = useTexts()
  const params = useSearchParams()
  const shown = params.get(PARAM)
  const from = params.get(FROM_PARAM)
  const asksForCard = shown === begun.card || params.has(CARD_PARAM)
  if (shown === null) return null
  return (
    <Dialog
      onClose={() => show(null)}
      title={asksForCard ? t('charges.askForCard') : t('charge-names.title', { name: props.customer.name })}
      description={shown === begun.card ? t('charges.askForCardLead') : undefined}
    >
      {Object.values<string>(begun).includes(shown) ? (
        <LoadedForm
          key={`${shown} ${from}`}
          {...props}
          fromId={from}
          asksForCard={shown === begun.card}
          isLink={shown === begun.link}
          onStarted={({ charge }) => show(charge.id, asksForCard)}
        />
      ) : (
        <Shown {...props} id={shown} asksForCard={asksForCard} />
      )}
    </Dialog>
  )
}

/** Renders the form. A form with the values of another charge waits until they are loaded. */
function LoadedForm({ fromId, ...rest }: Omit<FormProps, 'from'> & { fromId: string | null }) {
  const t = useTexts()
  const query = useQuery({ ...chargeQuery(useAccount(), fromId ?? ''), enabled: fromId !== null })
  const from = query.data?.charge
  if (fromId !== null && !from && !query.isError)
    return <QueryFallback query={query} label={t('charges.loading')} />
  return <ChargeForm {...rest} from={from?.customer_id === rest.customer.id ? from : undefined} />
}

function Shown({ id, ...rest }: Props & { id: string; asksForCard: boolean }) {
  const t = useTexts()
  const query = useQuery(chargeQuery(useAccount(), id))
  if (!query.data || isMissing(query.error))
    return <QueryFallback query={query} label={t('charges.loading')} />
  return <ChargeState asksForCard={rest.asksForCard} detail={query.data} onSucceeded={show} isWhole={false} />
}

/** Shows another charge in the dialog, or none, without leaving the page. */
function show(charge: string | null, asksForCard = false): void {
  replaceParams({ [PARAM]: charge, [FROM_PARAM]: null, [CARD_PARAM]: asksForCard ? begun.card : null })
}

type FormProps = Pick<Props, 'fees'> & {
  customer: Pick<ShownCustomer, 'id' | 'card' | 'card_state'>
  openCase: string | null
  /** True for a form that only creates a link on which the customer saves a card. */
  asksForCard: boolean
  /** True if the link is the default even with a valid saved card. */
  isLink: boolean
  from?: Pick<ShownCharge, 'amount' | 'currency' | 'description' | 'way'> | undefined
  onStarted: (detail: ChargeDetail) => void
}

/** Renders amount, description and method of a charge. A link is created at once; a card leads to the review. */
export function ChargeForm(props: FormProps) {
  const t = useTexts()
  const { customer, fees, asksForCard, isLink, from, openCase, onStarted } = props
  const { currency } = useMember().account
  const send = useAct(chargeAction)
  const { locale } = useLocale()
  const hasCard = customer.card !== null && openCase === null && !asksForCard
  // The card is not the default once it has expired, because the charge would be declined.
  const firstWay = isLink || customer.card_state === 'expired' ? 'LINK' : 'CARD'
  const [chosen, setWay] = useState<ChargeWay>(hasCard ? (from?.way ?? firstWay) : 'LINK')
  const [typed, setTyped] = useState(
    from?.currency === currency ? formatMajor(from.amount, currency, locale) : '',
  )
  const [isNet, setIsNet] = useState(false)
  // A press after a case has locked the card creates a link, which charges nothing by itself.
  const way: ChargeWay = hasCard ? chosen : 'LINK'
  const isCard = way === 'CARD'
  const token = useFormToken(`charge:${customer.id}`)

  const amount = parseAmount(typed, currency, locale)
  const money = amount.ok ? feesOf(amount.minor, { currency, fees, isNet }) : null
  const text = (major: number) => moneyText(major, currency, locale)

  const form = useActionForm({
    fields: ['amount', 'description'],
    check: () => {
      if (!amount.ok) return { amount: amountProblem(amount, currency, locale, t) ?? '' }
      return money ? {} : { amount: t('charges.form.noGross') }
    },
    maySend: isOnline,
    act: async ({ description }) => {
      if (!money) return null
      const note = normalizeText(description)
      const input = { form_token: token.current(), customer_id: customer.id, way, amount: money.gross }
      return send({ press: 'start', ...input, description: note || undefined })
    },
    onDone: (detail) => {
      token.spend()
      form.unlock()
      onStarted(detail)
    },
    noAnswer: t('charges.form.noAnswer'),
  })
  useFirstFocus(form.props.ref)

  return (
    <form {...form.props} className="flex flex-col gap-5">
      <FailureBanner
        title={t(isCard ? 'charges.form.failed' : 'charges.form.linkFailed')}
        failure={form.failure}
      />
      {openCase ? <LockedBanner openCase={openCase} /> : null}
      <AmountField
        label={t(isNet ? 'charges.form.amountNet' : 'charges.form.amount')}
        value={typed}
        currency={currency}
        {...form.field('amount')}
        onChange={setTyped}
      />
      <Field
        label={t('charges.form.description')}
        note={t('common.optional')}
        hint={t('charges.form.descriptionHint')}
        {...form.field('description')}
      >
        <Input
          dir="auto"
          autoComplete="off"
          maxLength={CHARGE_DESCRIPTION_MAX}
          defaultValue={from?.description ?? ''}
        />
      </Field>
      {/* Tab leads from the amount to the description: the switch comes after both. */}
      {fees ? <FeeLine money={money} text={text} isNet={isNet} onSwitch={() => setIsNet(!isNet)} /> : null}
      {asksForCard ? null : (
        <ChoiceGroup
          legend={t('charges.form.how')}
          name="way"
          value={way}
          onChange={setWay}
          options={[
            ...(hasCard
              ? [
                  {
                    value: 'CARD' as const,
                    label: t('charges.form.savedCard', { card: cardText(customer, t) }),
                  },
                ]
              : []),
            { value: 'LINK', label: t('charges.form.link') },
          ]}
        />
      )}
      <SubmitButton isCard={isCard} amount={money && text(money.gross)} busy={form.busy} />
    </form>
  )
}

function SubmitButton({ isCard, amount, busy }: { isCard: boolean; amount: string | null; busy: boolean }) {
  const t = useTexts()
  const create = amount ? t('charges.form.createLink', { amount }) : t('charges.form.createLinkPlain')
  return (
    <Button
      type="submit"
      variant="primary"
      busy={busy}
      busyLabel={t(isCard ? 'charges.form.reviewing' : 'charges.form.creating')}
    >
      {isCard ? t('charges.form.review') : create}
    </Button>
  )
}

type FeeLineProps = {
  money: ChargeMoney | null
  text: (major: number) => string
  isNet: boolean
  onSwitch: () => void
}

/** Renders the fee of the typed amount, and the switch between what the customer pays and what the merchant receives. */
function FeeLine({ money, text, isNet, onSwitch }: FeeLineProps) {
  const t = useTexts()
  const line = (money: ChargeMoney, fee: number) =>
    isNet
      ? t('charges.form.pays', { gross: text(money.gross), fee: text(fee) })
      : t('charges.form.receive', { net: text(money.net), fee: text(fee) })
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
      <p aria-live="polite" className="tnum text-muted">
        {money?.fee != null ? line(money, money.fee) : null}
      </p>
      <TextLink>
        <button type="button" className="hit" onClick={onSwitch}>
          {t(isNet ? 'charges.form.typeGross' : 'charges.form.typeNet')}
        </button>
      </TextLink>
    </div>
  )
}

function cardText({ card, card_state: state }: FormProps['customer'], t: Translate): string {
  const end = state === 'expired' ? 'expired' : state === 'expiring' ? 'expires' : null
  const note = end && t(`charges.form.${end}`, { expiry: card?.expiry ?? '' })
  return [cardName(card, t), note].filter(Boolean).join(', ')
}
