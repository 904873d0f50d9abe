import type { StripeDouble } from '@/test/stripe/double'

const STRIPE_WEBHOOK_SECRET = 'whsec_double'

/** Returns the settings of a deployment in live mode whose processor is a double. */
export function stripeEnvironment({
  url,
  jsUrl,
  secretKey,
  publishableKey,
}: StripeDouble): Record<string, string> {
  return {
    TEST_MODE: '0',
    PROCESSOR: 'stripe',
    BANK: 'manual',
    SIGN_UP: '1',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: url,
    STRIPE_JS_URL: jsUrl,
  }
}
