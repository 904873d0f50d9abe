import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Failure } from '@/components/data/failure'
import { isOnline } from '@/components/navigation/network'
import { useLocale } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Field } from '@/components/ui/field'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import { moneyText } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { AmountInput } from './amount-field'

/** Failures after which the money may be moving. */
const LOST_CODES: ReadonlySet<string> = new Set(['internal_error', 'service_unavailable'])
/** Refusals that require the amount again, because of a payment that the page has not loaded. */
const AGAIN_CODES: ReadonlySet<string> = new Set(['confirm_amount', 'refund_again'])

type Options<Press, Data> = {
  call: (press: Press) => Promise<ActionResult<Data> | null>
  /** Called with the data, or with null after a failure. */
  onAnswer: (data: Data | null) => void
  /** Title of a failure that changed nothing. */
  titleOf: (press: Press) => string
  /** Failure without an answer, or with one that leaves the outcome open. */
  noAnswer: Failure & { title: string }
}

/** Returns a function that sends one press at a time, the press under way, and the last failure. */
export function useSend<Press, Data>({ call, onAnswer, titleOf, noAnswer }: Options<Press, Data>) {
  const isCalling = useRef(false)
  const [busy, setBusy] = useState<Press | null>(null)
  const [failure, setFailure] = useState<(Failure & { title: string }) | null>(null)
  const [mustType, setMustType] = useState(false)

  async function press(input: Press) {
    if (isCalling.current || !isOnline()) return
    isCalling.current = true
    setBusy(input)
    setFailure(null)
    const result = await call(input)
    isCalling.current = false
    setBusy(null)
    if (result?.ok) return onAnswer(result.data)
    const error = result?.error
    if (!error || LOST_CODES.has(error.code)) setFailure({ ...noAnswer, requestId: error?.requestId })
    else if (AGAIN_CODES.has(error.code)) setMustType(true)
    else {
      const message = error.fields?.[0]?.message ?? error.message
      setFailure({ title: titleOf(input), message, requestId: error.requestId })
    }
    onAnswer(null)
  }
  return { press, busy, failure, mustType }
}

type Props = {
  of: { amount: number; currency: string }
  copy: { similar: string; typeAgain: string; typeAgainWrong: (amount: string) => string }
  mustType: boolean
  /** Renders what the same amount was paid for. */
  similar?: ReactNode
  onSend: (confirmed: { confirmed_amount?: number }) => void
  children: ReactNode
}

/** Renders the form that moves money, its buttons as children. After a similar payment the amount is typed again. */
export function SendForm({ of: { amount, currency }, copy, mustType, similar, onSend, children }: Props) {
  const { locale } = useLocale()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const again = mustType ? parseAmount(typed, currency, locale) : null
    if (!again || (again.ok && again.major === amount))
      return onSend(again ? { confirmed_amount: amount } : {})
    setWrong(copy.typeAgainWrong(moneyText(amount, currency, locale)))
    event.currentTarget.querySelector<HTMLInputElement>('[name="again"]')?.focus()
  }
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      {mustType ? (
        <Banner tone="warning" title={copy.similar} announce={!similar}>
          {similar}
          <Field label={copy.typeAgain} error={wrong} required className="mt-3">
            <AmountInput
              name="again"
              currency={currency}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setWrong(undefined)
              }}
            />
          </Field>
        </Banner>
      ) : null}
      {children}
    </form>
  )
}

type HeadlineProps = { icon: ReactNode; title: string; what: string; children?: ReactNode }

export function Headline({ icon, title, what, children }: HeadlineProps) {
  return (
    <div className="flex items-start gap-3">
      {icon}
      <div>
        <p className="font-semibold text-xl">{title}</p>
        <p className="text-pretty text-muted">{what}</p>
        {children}
      </div>
    </div>
  )
}
