// The part of Stripe.js that the card fields use. Stripe permits no copy of it, so the page loads it from Stripe.

export interface StripeError {
  type: string
  /** Text for the payer if the type is `card_error` or `validation_error`, otherwise for developers. */
  message?: string
}

interface PaymentElement {
  mount(place: HTMLElement): void
  on(event: 'ready', listen: () => void): void
  on(event: 'change', listen: (change: { empty: boolean }) => void): void
  on(event: 'loaderror', listen: (failure: { error: StripeError }) => void): void
  focus(): void
  destroy(): void
}

export interface Appearance {
  theme: 'stripe' | 'night'
  variables: Record<string, string>
  rules: Record<string, Record<string, string>>
}

type FutureUsage = 'off_session' | null

type ElementsOptions = {
  paymentMethodCreation: 'manual'
  paymentMethodTypes: readonly ['card']
  currency: string
  locale: string
  appearance: Appearance
} & (
  | { mode: 'payment'; amount: number; captureMethod: 'manual'; setupFutureUsage: FutureUsage }
  | { mode: 'setup' }
)

interface PaymentElementOptions {
  layout: 'tabs'
  fields: { billingDetails: { name: 'never' } }
  terms: { card: 'never' }
  wallets: { link: 'never' }
}

export interface Elements {
  create(type: 'payment', options: PaymentElementOptions): PaymentElement
  update(options: { setupFutureUsage?: FutureUsage; appearance?: Appearance }): void
  /** Checks the fields. With a wallet it opens the wallet's window, so it runs in the press itself. */
  submit(): Promise<{ error?: StripeError }>
}

export interface Stripe {
  elements(options: ElementsOptions): Elements
  createPaymentMethod(options: {
    elements: Elements
    params: { billing_details: { name: string; email?: string } }
  }): Promise<{ paymentMethod?: { id: string }; error?: StripeError }>
  /** Lets the payer confirm a card at the bank, in a window of the page. */
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: StripeError }>
}

type OpenStripe = (publishableKey: string) => Stripe

declare global {
  interface Window {
    Stripe?: OpenStripe
  }
}

/** Time until a script that has not arrived counts as failed; one that arrives later serves the next try. */
const LOAD_TIMEOUT_MS = 20_000

let loading: Promise<OpenStripe> | null = null

/** Loads Stripe.js, once per page. Rejects if it is blocked, unreachable or too slow; then it may be tried again. */
export function loadStripe(scriptUrl: string): Promise<OpenStripe> {
  loading ??= load(scriptUrl).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function load(scriptUrl: string): Promise<OpenStripe> {
  if (!window.Stripe) {
    const script = document.createElement('script')
    // The attribute reads as empty, the property does not. Browsers that know `strict-dynamic` do not need it.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    script.async = true
    script.src = scriptUrl
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve)
      script.addEventListener('error', () => reject(new Error('Stripe.js is blocked or unreachable')))
      setTimeout(() => reject(new Error('Stripe.js did not arrive in time')), LOAD_TIMEOUT_MS)
      document.head.append(script)
    })
  }
  if (!window.Stripe) throw new Error('the script of the card fields is not Stripe.js')
  return window.Stripe
}
