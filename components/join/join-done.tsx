import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { PayEnd } from '@/components/pay/outcome/pay-end'
import type { Translate } from '@/lib/messages/translator'

type Props = {
  merchant: string
  withCard: boolean
  /** True if a code confirmed the replacement of the card. */
  confirmed: boolean
  /** True if codes are shown to the operator instead of sent. */
  testMode: boolean
  /** Form for a code; null if none can be sent. */
  codeForm: ReactNode
  /** True if a wrong code was submitted. */
  wrong: boolean
  t: Translate
}

/** Renders the end of a sign-up, with the same text for a new phone and a known one. */
export function JoinDone({ merchant, withCard, confirmed, testMode, codeForm, wrong, t }: Props) {
  if (confirmed) {
    return (
      <PayEnd kind="paid" t={t} title={t('join.savedTitle')}>
        {t('join.saved', { merchant })}
      </PayEnd>
    )
  }
  const asksCode = withCard && codeForm !== null
  const asked = withCard ? t('join.knownAsk', { merchant }) : t('join.knownPlain', { merchant })
  return (
    <PayEnd
      kind="paid"
      t={t}
      title={t('join.doneTitle')}
      action={
        asksCode ? (
          // The form is collapsed by default, because most customers are new and have no code to enter.
          <details open={wrong} className="group/code rounded-lg border">
            <summary className="hit flex min-h-11 items-center justify-between gap-2 rounded-lg px-3.5 py-2">
              <h2 className="font-medium text-base">{t('join.knownCode')}</h2>
              <ChevronDown
                aria-hidden
                className="size-4 shrink-0 text-muted transition-transform group-open/code:rotate-180"
              />
            </summary>
            <div className="flex flex-col gap-3 px-3.5 pt-1 pb-4">
              <p className="wrap-break-word text-muted text-sm">{t('join.knownCodeText', { merchant })}</p>
              {testMode ? (
                <p className="wrap-break-word text-muted text-sm">{t('join.codeTestMode')}</p>
              ) : null}
              {codeForm}
            </div>
          </details>
        ) : (
          <p className="wrap-break-word text-muted text-sm">{asked}</p>
        )
      }
    >
      <span className="wrap-break-word">
        {t('join.done', { merchant })}
        {asksCode ? ` ${t('join.doneFirst')}` : null}
      </span>
    </PayEnd>
  )
}
