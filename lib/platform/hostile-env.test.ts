import { expect, it } from 'vitest'
import { readEnvironment } from './env'

const LIVE = {
  NODE_ENV: 'production' as const,
  DATABASE_URL: 'postgresql://u:p@localhost:5432/d',
  NEXTAUTH_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEYS: 'k1:x',
  TEST_MODE: '0',
  PROCESSOR: 'stripe',
  BANK: 'manual',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

it.each([{}, { WEB_URL: 'http://pay.example.com' }])(
  'live mode on a page without https is refused: Stripe’s live script does not run there (%j)',
  (over) => {
    expect(() => readEnvironment({ ...LIVE, ...over })).toThrow(/WEB_URL/)
  },
)

it.each([{ STRIPE_JS_URL: 'http://127.0.0.1:9/stripe.js' }, { STRIPE_API_BASE: 'http://127.0.0.1:9' }])(
  'the addresses of a double are refused beside public pages: payers would run a script of their own machine (%j)',
  (over) => {
    expect(() => readEnvironment({ ...LIVE, WEB_URL: 'https://pay.example.com', ...over })).toThrow(/STRIPE_/)
  },
)
