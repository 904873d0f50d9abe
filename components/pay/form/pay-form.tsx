'use client'

import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { checkCardForm, checkPayer, TRYING_COOKIE } from '@/lib/contract/card-form'
import { CardFields } from './card-fields'
import { type Hosted, HostedSlot, prepareCard } from './hosted-slot'
import type { HostedCard } from './open-card-fields'
import {
  Consent,
  EmailInput,
  type FormErrors,
  KeepOpen,
  type Notice,
  PayerForm,
  PayInput,
  type Reaction,
  type Sent,
} from './payer-form'

const fields = ['payment_method', 'number', 'expiry', 'cvc', 'name', 'email'] as const

/** Answers of the attempt route that end an attempt. */
type OwnAnswer =
  | { status: 'declined'; message: string }
  | { status: 'confirm'; confirm_url: string }
  | { status: 'approved' | 'annulled' | 'refused' | 'unresolved' }

type Props = {
  linkId: string
  /** Token of this form's attempt. The same token never pays twice. */
  attempt: string
  /** Amount on the button, such as `120.50 USD`. */
  amount: string
  /** The payer, as far as the response to the last attempt may show them; never the card. */
  payer: { name: string; email: string } | null
  errors: FormErrors
  notice: Notice | null
  /** Name of the merchant that may save this payer's card; null if the card cannot be saved. */
  saveFor: string | null
  brands: ReactNode
  testCards: ReactNode
  /** The processor's card fields; null = the form has its own. */
  hosted: Hosted | null
}

export function PayForm({
  linkId,
  attempt,
  amount,
  payer,
  errors,
  notice,
  saveFor,
  brands,
  testCards,
  hosted,
}: Props) {
  const t = useTexts()
  const address = `/pay/${encodeURIComponent(linkId)}`
  const [isCodeEmptied, setCodeEmptied] = useState(false)
  const card = useRef<HostedCard>(null)
  const list = useRef<HTMLDivElement>(null)
  useReloadOnReturn()

  function react(answer: OwnAnswer, { form, token }: Sent): Reaction {
    // The reloaded page shows the outcome, so a later reload shows the same.
    const page = pageOf(address, token)
    if (answer.status === 'declined') {
      const [code, number] = ['cvc', 'number'].map((name) => form.elements.namedItem(name))
      if (code instanceof HTMLInputElement) code.value = ''
      // Typing replaces the declined card's number.
      if (number instanceof HTMLInputElement) selectWhenNextFocused(number)
      setCodeEmptied(true)
      const text = t('pay-form.declinedText', { why: answer.message })
      return { notice: { title: t('pay-form.declinedTitle'), text }, renewsToken: true }
    }
    // The back button of the bank's page leads to the state of this payment, whose address `rememberAttempt` has set.
    if (answer.status === 'confirm') location.assign(answer.confirm_url)
    else location.replace(page)
    return 'leaves'
  }

  return (
    <>
      <PayerForm
        action={`${address}/attempt`}
        token={{ name: 'attempt', value: attempt }}
        title={t('pay-form.byCard')}
        fields={fields}
        noun="pay-form"
        errors={errors}
        notice={notice}
        check={(values) => errorsOf(values, hosted !== null)}
        prepare={hosted ? (form) => prepareCard(card.current, form) : undefined}
        onSend={(token) => rememberAttempt(address, token)}
        react={react}
        className="flex flex-col gap-4"
      >
        {({ busy, field, problems, forget, leave }) => (
          <>
            {hosted ? (
              <HostedSlot
                {...hosted}
                card={card}
                error={problems.payment_method}
                forget={() => forget('payment_method')}
              />
            ) : (
              <CardFields
                required
                problems={problems}
                forget={(name) => {
                  if (name === 'cvc') setCodeEmptied(false)
                  forget(name)
                }}
                leave={leave}
                codeEmptied={isCodeEmptied}
                brands={brands}
                testCards={list}
                // The form is complete, so the focus moves to the button.
                onPicked={(form) => form.querySelector<HTMLElement>('[type="submit"]')?.focus()}
              />
            )}
            <Field {...field('name')} label={t('pay-form.name')} required>
              <PayInput
                required
                defaultValue={payer?.name}
                autoComplete="cc-name"
                maxLength={160}
                dir="auto"
              />
            </Field>
            <Field {...field('email')} label={t('pay-form.email')}>
              <EmailInput
                defaultValue={payer?.email}
                onBlur={(event) => leave('email', event.relatedTarget)}
              />
            </Field>
            {saveFor === null ? null : (
              <Consent
                name="save_card"
                label={t('pay-form.saveCard', { merchant: saveFor })}
                note={t('pay-form.saveCardNote', { merchant: saveFor })}
              />
            )}
            <Button
              type="submit"
              variant="primary"
              size="lg"
              busy={busy}
              busyLabel={t('pay-form.busy')}
              className="tnum mt-1 h-auto w-full whitespace-normal py-2"
            >
              {t('pay-form.submit', { amount })}
            </Button>
            <p className="-mt-1 flex items-start gap-2 text-pretty text-muted text-xs">
              <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              {t('payer-form.secure')}
            </p>
            <KeepOpen busy={busy} />
          </>
        )}
      </PayerForm>
      <div ref={list} className="mt-2 empty:hidden">
        {testCards}
      </div>
    </>
  )
}

/** Reloads a page restored from the back-forward cache: after a visit to the bank it would still show “Paying…”. */
function useReloadOnReturn(): void {
  useEffect(() => {
    const thawed = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload()
    }
    addEventListener('pageshow', thawed)
    return () => removeEventListener('pageshow', thawed)
  }, [])
}

function errorsOf(values: Record<(typeof fields)[number], string>, isHosted: boolean): FormErrors {
  const checked = isHosted ? checkPayer(values) : checkCardForm(values, new Date())
  return checked.ok ? [] : checked.fields
}

/**
 * Selects the text of an input at its next focus, so that typing replaces it. A pointer places the caret after the focus
 * event, so the click selects the text again. Typing or a blur ends this.
 */
function selectWhenNextFocused(input: HTMLInputElement): void {
  const over = new AbortController()
  const { signal } = over
  const end = () => over.abort()
  const select = () => input.select()
  const focused = () => {
    select()
    input.addEventListener('click', select, { once: true, signal })
    // The blur listener starts now, because the input may still have had the focus when the decline was shown.
    input.addEventListener('blur', end, { signal })
  }
  input.addEventListener('focus', focused, { once: true, signal })
  input.addEventListener('input', end, { signal })
}

const pageOf = (address: string, token: string) => `${address}?attempt=${encodeURIComponent(token)}`

/** Lets a reload show this payment while it runs, or keep its token if it never arrived. */
function rememberAttempt(address: string, token: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is too new for payers' browsers
  document.cookie = `${TRYING_COOKIE}=${token}; path=${address}; max-age=3600; samesite=lax${secure}`
  history.replaceState(history.state, '', pageOf(address, token))
}
