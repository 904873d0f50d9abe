import type { ReactNode } from 'react'
import { PayEnd } from '@/components/pay/pay-end'
import { join } from '@/lib/messages/join'

type Props = {
  /** The merchant's name. */
  merchant: string
  withCard: boolean
  /** The card was replaced by a code. */
  confirmed: boolean
  /** Codes are shown to whoever runs the service instead of sent. */
  testMode: boolean
  /** Where a code can be entered; null where none can be sent. */
  codeForm: ReactNode
}

/** How a sign-up ended: in the same words for a new phone and a known one. */
export function JoinDone({ merchant, withCard, confirmed, testMode, codeForm }: Props) {
  if (confirmed) {
    return (
      <PayEnd kind="paid" title={join.savedTitle}>
        {join.saved(merchant)}
      </PayEnd>
    )
  }
  const asked = withCard ? join.knownAsk(merchant) : join.knownPlain(merchant)
  return (
    <PayEnd
      kind="paid"
      title={join.doneTitle}
      action={
        withCard && codeForm ? (
          <section className="flex flex-col gap-3 border-t pt-4">
            <div className="flex flex-col gap-1">
              <h2 className="font-medium text-base">{join.knownCode}</h2>
              <p className="break-words text-muted text-sm">{join.knownCodeText(merchant)}</p>
              {testMode ? <p className="break-words text-muted text-sm">{join.codeTestMode}</p> : null}
            </div>
            {codeForm}
          </section>
        ) : (
          <p className="break-words text-muted text-sm">{asked}</p>
        )
      }
    >
      <span className="break-words">{join.done(merchant)}</span>
    </PayEnd>
  )
}
