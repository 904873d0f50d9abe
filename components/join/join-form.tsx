'use client'

import { ChevronDown, CreditCard, Lock } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { CardFields } from '@/components/pay/form/card-fields'
import { type Hosted, HostedSlot, prepareCard } from '@/components/pay/form/hosted-slot'
import type { HostedCard } from '@/components/pay/form/open-card-fields'
import {
  type CommonAnswer,
  Consent,
  EmailInput,
  type FormErrors,
  KeepOpen,
  type Notice,
  PayerForm,
  PayInput,
  type Prepared,
  type Reaction,
  type Sent,
} from '@/components/pay/form/payer-form'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Field, type Problems } from '@/components/ui/field'
import type { Translate } from '@/lib/messages/translator'

const cardPartFields = ['payment_method', 'number', 'expiry', 'cvc', 'card_consent'] as const
type CardPartField = (typeof cardPartFields)[number]

const fields = ['name', 'phone', 'email', ...cardPartFields, 'consent'] as const

type Props = {
  slug: string
  /** Token of this form. Submitting it again has no effect. */
  token: string
  merchant: string
  errors: FormErrors
  notice: Notice | null
  brands: ReactNode
  testCards: ReactNode
  /** The processor's card fields; null = the form has its own. */
  hosted: Hosted | null
}

/** Renders the sign-up form. All validation is the service's. */
export function JoinForm({ slug, token, merchant, errors, notice, brands, testCards, hosted }: Props) {
  const t = useTexts()
  const page = `/join/${encodeURIComponent(slug)}`
  const card = useRef<HostedCard>(null)
  return (
    <PayerForm
      action={`${page}/register`}
      token={{ name: 'form', value: token }}
      title={t('join-form.yourDetails')}
      fields={fields}
      noun="join-form"
      errors={errors}
      notice={notice}
      prepare={hosted ? (form) => prepareOptionalCard(card.current, form) : undefined}
      react={reactToJoin(page, t, card)}
      className="flex flex-col gap-4"
    >
      {({ busy, field, problems, forget }) => (
        <>
          <Field {...field('name')} label={t('join-form.name')} required>
            <PayInput required autoComplete="name" maxLength={200} dir="auto" />
          </Field>
          <Field {...field('phone')} label={t('join-form.phone')} hint={t('join-form.phoneHint')} required>
            <PayInput type="tel" required autoComplete="tel" maxLength={40} className="tnum" />
          </Field>
          <Field {...field('email')} label={t('join-form.email')} note={t('join-form.optional')}>
            <EmailInput />
          </Field>
          <CardPart {...{ merchant, problems, forget, brands, testCards, hosted, card }} />
          <Consent
            name="consent"
            label={t('join-form.consent', { merchant })}
            note={t('join-form.consentNote', { merchant })}
            error={problems.consent}
            required
            onChange={() => forget('consent')}
          />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={busy}
            busyLabel={t('join-form.busy')}
            className="mt-1 w-full"
          >
            {t('join-form.submit')}
          </Button>
          <KeepOpen busy={busy} />
        </>
      )}
    </PayerForm>
  )
}

type CardProps = {
  merchant: string
  problems: Problems<CardPartField>
  forget: (field: CardPartField) => void
  brands: ReactNode
  testCards: ReactNode
  hosted: Hosted | null
  card: RefObject<HostedCard | null>
}

/** Renders the optional card, collapsed at first: the fields of the payer's page and a separate consent. */
function CardPart({ merchant, problems, forget, brands, testCards, hosted, card }: CardProps) {
  const t = useTexts()
  const part = useRef<HTMLDetailsElement>(null)
  const consent = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen] = useState(cardPartFields.some((field) => problems[field]))
  /** The processor's fields are loaded for nobody who leaves the part closed. */
  const [wasOpened, setOpened] = useState(false)
  // The part may have been opened before hydration.
  useEffect(() => setOpened(part.current?.open ?? false), [])

  /** Clears the consent with the empty card when the part is collapsed: a hidden checkbox must not give consent. */
  function toggled() {
    const box = consent.current?.querySelector('input')
    if (part.current?.open) setOpened(true)
    else if (box?.checked && isEmpty(box)) {
      box.checked = false
      agree()
    }
  }

  function isEmpty(box: HTMLInputElement) {
    if (hosted) return card.current?.isEmpty() ?? true
    const inputs = part.current?.querySelectorAll('input') ?? []
    return [...inputs].every((input) => input === box || !input.value.trim())
  }

  /** Clears the errors that the consent caused. */
  function agree() {
    forget('card_consent')
    for (const field of ['number', 'payment_method'] as const)
      if (problems[field] === t(`join-form.problems.${field}.consented`)) forget(field)
  }

  return (
    // Rules replace the frame on the narrowest phones, where a frame would clip the card number.
    <details
      ref={part}
      open={isOpen}
      onToggle={toggled}
      className="group/card rounded-lg border max-[22.4rem]:rounded-none max-[22.4rem]:border-x-0"
    >
      <summary className="hit flex min-h-11 items-center justify-between gap-2 rounded-lg px-3.5 py-2 max-[22.4rem]:px-0">
        <span className="flex items-center gap-2.5 font-medium">
          <CreditCard aria-hidden className="size-4 text-muted" />
          {t('join-form.card')}
        </span>
        <span className="flex items-center gap-2 text-muted text-xs">
          {t('join-form.optional')}
          <ChevronDown aria-hidden className="size-4 transition-transform group-open/card:rotate-180" />
        </span>
      </summary>
      <div className="flex flex-col gap-4 px-3.5 pt-1 pb-4 max-[22.4rem]:px-0">
        <p className="wrap-break-word text-muted text-sm">{t('join-form.cardLead', { merchant })}</p>
        {hosted ? (
          <HostedSlot
            {...hosted}
            isWanted={wasOpened}
            card={card}
            error={problems.payment_method}
            forget={() => forget('payment_method')}
          />
        ) : (
          <CardFields
            problems={problems}
            forget={forget}
            brands={brands}
            testCards={list}
            onPicked={() => consent.current?.querySelector('input')?.focus()}
          />
        )}
        <div ref={consent}>
          <Consent
            name="card_consent"
            label={t('join-form.cardConsent', { merchant })}
            note={t('join-form.cardConsentNote', { merchant })}
            error={problems.card_consent}
            onChange={agree}
          />
        </div>
        <p className="flex items-start gap-2 text-balance text-muted text-xs">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t('payer-form.secure')}
        </p>
        <div ref={list} className="empty:hidden">
          {testCards}
        </div>
      </div>
    </details>
  )
}

const wrongCode = [{ field: 'code', code: 'wrong' }]
const missingCode = [{ field: 'code', code: 'required' }]

type CodeProps = {
  slug: string
  /** Token of the form whose card waits for the code. */
  token: string
  /** True if a wrong code was submitted without scripts. */
  wrong: boolean
}

/** Renders the form for the code of a known phone. Everybody who left a card sees it. */
export function CodeForm({ slug, token, wrong }: CodeProps) {
  const t = useTexts()
  const page = `/join/${encodeURIComponent(slug)}`
  return (
    <PayerForm
      action={`${page}/code`}
      token={{ name: 'form', value: token }}
      fields={['code']}
      noun="join-form"
      errors={wrong ? wrongCode : []}
      noticeAt="code"
      check={({ code }) => (code.trim() ? [] : missingCode)}
      react={reactToJoin(page, t)}
      className="flex flex-col gap-3"
    >
      {({ busy, field }) => (
        <>
          <Field {...field('code')} label={t('join-form.code')} hint={t('join-form.codeHint')} required>
            <PayInput
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              className="tnum max-w-40"
            />
          </Field>
          <Button type="submit" busy={busy} busyLabel={t('join-form.codeBusy')} className="self-start">
            {t('join-form.codeSubmit')}
          </Button>
        </>
      )}
    </PayerForm>
  )
}

type OwnAnswer =
  /** Accepted, of a new phone and a known one alike; or the card was replaced. The page itself shows it. */
  | { status: 'done' }
  /** The account takes no sign-ups or does not exist; the page itself shows it. */
  | { status: 'closed' }
  | { status: 'wrong_code' }
  /** The bank declined the card, and nothing was saved. */
  | { status: 'declined'; message: string }
  /** The bank asks the payer to confirm the card in the page. */
  | { status: 'confirm'; client_secret: string }

export type JoinAnswer = OwnAnswer | CommonAnswer

/** Returns the reaction of both forms of a sign-up page. The page itself shows the outcome, and shows it again after a reload. */
function reactToJoin(page: string, t: Translate, card?: RefObject<HostedCard | null>) {
  return async (answer: OwnAnswer, { token }: Sent): Promise<Reaction | 'again'> => {
    switch (answer.status) {
      case 'wrong_code':
        return { errors: [{ field: 'code', code: 'wrong' }] }
      case 'declined':
        return {
          notice: {
            title: t('join-form.declinedTitle'),
            text: t('join-form.declined', { why: answer.message }),
          },
          renewsToken: true,
        }
      case 'confirm': {
        const notice = await card?.current?.confirm(answer.client_secret)
        return notice ? { notice, renewsToken: true } : 'again'
      }
      default:
        location.replace(answer.status === 'done' ? `${page}?form=${encodeURIComponent(token)}` : page)
        return 'leaves'
    }
  }
}

/** Prepares the card of a sign-up, which is optional: fields that have not loaded matter only with the consent. */
async function prepareOptionalCard(card: HostedCard | null, form: HTMLFormElement): Promise<Prepared> {
  const consent = form.elements.namedItem('card_consent')
  const isWanted = card !== null || (consent instanceof HTMLInputElement && consent.checked)
  return isWanted ? prepareCard(card, form) : { fields: {} }
}
