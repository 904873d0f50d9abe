/** Card fields of the processor's own, which its script shows in frames on a payer's page. */
export interface HostedFields {
  /** Public key that names the processor's account to its script. */
  publishableKey: string
  /** Address of the script. The processor permits no copy of it and changes it without notice, so it has no hash. */
  scriptUrl: string
}

/** Script of the release to which the API version of the adapter belongs. */
const STRIPE_JS_URL = 'https://js.stripe.com/dahlia/stripe.js'

type Settings = Partial<Record<'PROCESSOR' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_JS_URL', string | undefined>>

/** Returns the processor's card fields by the settings of a deployment; null = our own form takes the card. */
export function hostedFieldsOf(env: Settings): HostedFields | null {
  if (env.PROCESSOR !== 'stripe' || !env.STRIPE_PUBLISHABLE_KEY) return null
  return { publishableKey: env.STRIPE_PUBLISHABLE_KEY, scriptUrl: env.STRIPE_JS_URL || STRIPE_JS_URL }
}

/** Sources that a page's policy opens for the processor's script, besides the script itself, which has the nonce. */
export interface HostedSources {
  frames: readonly string[]
  connections: readonly string[]
  images: readonly string[]
  /** Origin of the frame that may open the browser's wallets. */
  wallets: string
}

/** Sources that Stripe documents for its script (docs.stripe.com/security/guide, "Content Security Policy"). */
const STRIPE_SOURCES: HostedSources = {
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com', 'https://*.stripe.com'],
  images: ['https://*.stripe.com'],
  wallets: 'https://js.stripe.com',
}

/** Returns the sources of a script; those of a stand-in for tests are its own origin alone. */
export function sourcesOf({ scriptUrl }: HostedFields): HostedSources {
  if (scriptUrl === STRIPE_JS_URL) return STRIPE_SOURCES
  const { origin } = new URL(scriptUrl)
  return { frames: [origin], connections: [origin], images: [origin], wallets: origin }
}
