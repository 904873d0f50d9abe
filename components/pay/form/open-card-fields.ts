import type { Translate } from '@/lib/messages/translator'
import type { HostedFields } from '@/lib/ui/hosted-fields'
import { pageAppearance } from './card-appearance'
import type { Notice, Prepared } from './payer-form'
import { type Elements, loadStripe, type Stripe, type StripeError } from './stripe-js'

export interface HostedCard {
  isEmpty(): boolean
  /** Gives the card to the processor. It runs in the press itself, in which alone a wallet may open. */
  prepare(form: HTMLFormElement): Promise<Prepared>
  /** Lets the payer confirm the card at the bank; null once it is confirmed. */
  confirm(clientSecret: string): Promise<Notice | null>
}

export type HostedCardSetup = HostedFields & {
  /** Amount of the payment in minor units; null if the card is optional and only saved. */
  amountMinor: number | null
  currency: string
  /** Name of the box that agrees to saving the card. */
  consent: string
}

type Options = HostedCardSetup & {
  t: Translate
  /** Runs at each change of a field. */
  changed: () => void
  signal: AbortSignal
}

/**
 * Opens the processor's card fields in an element of a form. Resolves once they can be filled in; rejects if they could
 * not be loaded. The signal closes them.
 */
export async function openCardFields(place: HTMLElement, options: Options): Promise<HostedCard> {
  const { signal, t } = options
  const openStripe = await loadStripe(options.scriptUrl)
  signal.throwIfAborted()
  const stripe = openStripe(options.publishableKey)
  const consent = boxOf(place.closest('form'), options.consent)
  const elements = elementsFor(stripe, options, consent)
  followPage(elements, options, consent)
  const element = elements.create('payment', {
    layout: 'tabs',
    // The form has the name and the optional e-mail.
    fields: { billingDetails: { name: 'never' } },
    // The consent box is the form's own.
    terms: { card: 'never' },
    wallets: { link: 'never' },
  })
  signal.addEventListener('abort', () => element.destroy())
  let isEmpty = true
  element.on('change', ({ empty }) => {
    isEmpty = empty
    options.changed()
  })
  await new Promise<void>((resolve, reject) => {
    element.on('ready', resolve)
    element.on('loaderror', ({ error }) => reject(new Error(error.message)))
    element.mount(place)
  })

  async function prepare(form: HTMLFormElement): Promise<Prepared> {
    if (options.amountMinor === null) {
      const open = place.closest('details')?.open ?? true
      const errors = problemOfOptionalCard({ isEmpty, open, consent: consent?.checked ?? false })
      if (errors) return errors.length > 0 ? { errors } : { fields: {} }
    }
    const submitted = await elements.submit()
    if (submitted.error) {
      element.focus()
      return reactionToStripe(submitted.error, t)
    }
    const params = { billing_details: billingDetailsOf(form) }
    const { paymentMethod, error } = await stripe.createPaymentMethod({ elements, params })
    return paymentMethod ? { fields: { payment_method: paymentMethod.id } } : reactionToStripe(error, t)
  }

  return {
    isEmpty: () => isEmpty,
    prepare: (form) =>
      prepare(form).catch((error: unknown) => {
        reportError(error)
        return { notice: noticeOf('unreachable', t) }
      }),
    confirm: async (clientSecret) => {
      const { error } = await stripe.handleNextAction({ clientSecret }).catch(failedAction)
      return error ? noticeOf('notConfirmed', t) : null
    },
  }
}

function elementsFor(stripe: Stripe, { amountMinor, currency }: Options, consent: HTMLInputElement | null) {
  const shared = {
    paymentMethodCreation: 'manual',
    // The wallets of the browser count as cards.
    paymentMethodTypes: ['card'],
    currency: currency.toLowerCase(),
    locale: document.documentElement.lang,
    appearance: pageAppearance(),
  } as const
  if (amountMinor === null) return stripe.elements({ ...shared, mode: 'setup' })
  return stripe.elements({
    ...shared,
    mode: 'payment',
    amount: amountMinor,
    captureMethod: 'manual',
    setupFutureUsage: usageOf(consent),
  })
}

/** Keeps the fields in step with the consent box, and with the colors of the page. */
function followPage(elements: Elements, { amountMinor, signal }: Options, consent: HTMLInputElement | null) {
  const recolor = () => elements.update({ appearance: pageAppearance() })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolor, { signal })
  if (amountMinor === null) return
  const update = () => elements.update({ setupFutureUsage: usageOf(consent) })
  consent?.addEventListener('change', update, { signal })
}

const usageOf = (consent: HTMLInputElement | null) => (consent?.checked ? 'off_session' : null)

function boxOf(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const box = form?.elements.namedItem(name)
  return box instanceof HTMLInputElement ? box : null
}

function billingDetailsOf(form: HTMLFormElement): { name: string; email?: string } {
  const [name = '', email = ''] = ['name', 'email'].map((field) => boxOf(form, field)?.value.trim())
  return { name, ...(email ? { email } : {}) }
}

type OptionalCard = {
  isEmpty: boolean
  /** True if the part of the page with the card is open. */
  open: boolean
  consent: boolean
}

/**
 * Returns the errors of an optional card before it is sent: consent and card require each other. An empty list = no
 * card is given; null = the card is sent. A card that was typed and closed away without consent is not given.
 */
export function problemOfOptionalCard({ isEmpty, open, consent }: OptionalCard) {
  if (!consent) return isEmpty || !open ? [] : [{ field: 'card_consent', code: 'required' }]
  return isEmpty ? [{ field: 'payment_method', code: 'consented' }] : null
}

/** Returns the effect of a refusal by the script on the form. Nothing was sent. */
export function reactionToStripe(error: StripeError | undefined, t: Translate): Prepared {
  // The fields themselves show what is wrong in them.
  if (error?.type === 'validation_error') return { errors: [{ field: 'payment_method', code: 'invalid' }] }
  if (error?.type === 'card_error' && error.message)
    return { notice: { title: t('hosted-card.cardTitle'), text: error.message } }
  return { notice: noticeOf('unreachable', t) }
}

function noticeOf(what: 'unreachable' | 'notConfirmed', t: Translate): Notice {
  return { title: t(`hosted-card.${what}.title`), text: t(`hosted-card.${what}.text`) }
}

function failedAction(error: unknown): { error: unknown } {
  reportError(error)
  return { error }
}
