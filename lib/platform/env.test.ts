import { expect, it } from 'vitest'
import { readEnvironment } from './env'

const NEEDED = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://owner:hunter2@db.example:5432/checkout',
  NEXTAUTH_SECRET: 'n'.repeat(32),
  MAIL_FROM: 'pay@pay.example',
  ENCRYPTION_KEYS: 'k1:given',
} as const

const ONLY = 'Give only scheme and host, such as https://checkout.example.com'
const LIST = 'Separate addresses and ranges with commas, such as 127.0.0.1,10.0.0.0/8'

it.each([
  ['WEB_URL', 'https://pay.example/shop', `has a path, "/shop". ${ONLY}`],
  ['API_URL', 'https://api.example?v=1', `has a query, "?v=1". ${ONLY}`],
  ['WEB_URL', 'https://pay.example#top', `has a fragment, "#top". ${ONLY}`],
  ['WEB_URL', 'https://ann:hunter2@pay.example', `has a user name or password. ${ONLY}`],
  ['API_URL', 'https://api.example extra', `is not an address. ${ONLY}`],
  ['API_URL', 'api.example', `is not an address. ${ONLY}`],
  ['WEB_URL', 'ftp://pay.example', `is not an http address. ${ONLY}`],
  ['TRUSTED_PROXIES', '10.0.0.0/33', `"10.0.0.0/33" is neither an address nor a range. ${LIST}`],
  ['TRUSTED_PROXIES', '127.0.0.1 ::1', `"127.0.0.1 ::1" is neither an address nor a range. ${LIST}`],
  ['TRUSTED_PROXIES', '::1,proxy.internal', `"proxy.internal" is neither an address nor a range. ${LIST}`],
  ['TRUSTED_PROXIES', 'fe80::1%eth0', `"fe80::1%eth0" is neither an address nor a range. ${LIST}`],
  ['DRAIN_MS', '5s', '"5s" is not a number of milliseconds. Give a whole number from 0 to 60000'],
  ['DRAIN_MS', '70000', '"70000" is not a number of milliseconds. Give a whole number from 0 to 60000'],
  ['DATABASE_POOL', '1e2', '"1e2" is not a number of connections. Give a whole number from 1 to 200'],
  ['EVENT_RETENTION_DAYS', '3', '"3" is not a number of days. Give a whole number from 7 to 3650'],
  ['SIGN_UP', 'yes', '"yes" is not one of 0, 1'],
  ['LOG_LEVEL', 'loud', '"loud" is not one of silent, fatal, error, warn, info, debug'],
  ['ALERT_EMAIL', 'ops', '"ops" is not an e-mail address. Give a bare one, such as ops@example.com'],
  ['MAIL_URL', 'smtp.example', 'is not a mail server. Give smtps://user:password@host, or smtp://'],
  [
    'BANK_DATABASE_URL',
    'db.example',
    'is not an address. Give postgresql://user:password@host:5432/database',
  ],
  ['PAYOUT_FROM_BIC', 'ABNA', '"ABNA" is not a BIC of 8 or 11 characters'],
  ['NEXTAUTH_SECRET', 'hunter2', 'is too short. Give 32 characters or more'],
  ['ENCRYPTION_KEYS', '', 'is needed'],
])('%s=%s is refused in one line with the remedy, and without a secret', (name, value, problem) => {
  const read = () => readEnvironment({ ...NEEDED, [name]: value })
  expect(read).toThrow(
    new Error(
      `The environment is not as it must be. ${name}: ${problem}. See "Settings" in docs/operate.md.`,
    ),
  )
  expect(read).not.toThrow('hunter2')
})

const STRIPE = {
  WEB_URL: 'https://pay.example',
  PROCESSOR: 'stripe',
  BANK: 'manual',
  STRIPE_SECRET_KEY: 'sk_live_hunter2',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

it.each([
  ['PROCESSOR', { PROCESSOR: '' }, 'is needed with TEST_MODE=0'],
  ['BANK', { BANK: '' }, 'is needed with TEST_MODE=0'],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: '' }, 'is needed with PROCESSOR=stripe'],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'hunter2' }, 'is not a secret key of Stripe'],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_test_hunter2' }, 'is not a key of Stripe'],
  ['STRIPE_PUBLISHABLE_KEY', { TEST_MODE: '1', STRIPE_SECRET_KEY: 'rk_test_x' }, 'is not a key of Stripe'],
  ['STRIPE_API_BASE', { STRIPE_API_BASE: 'https://api.evil.example' }, 'is not an address of this machine'],
  [
    'STRIPE_JS_URL',
    { STRIPE_JS_URL: 'http://127.0.0.1:9/stripe.js' },
    "is set, and WEB_URL is not this machine's own",
  ],
  ['PSEUDO_TEXTS', { PSEUDO_TEXTS: '1' }, 'is for tests of the screens on this machine alone'],
  [
    'PSEUDO_TEXTS',
    { PSEUDO_TEXTS: '1', TEST_MODE: '1' },
    'is for tests of the screens on this machine alone',
  ],
  ['WEB_URL', { WEB_URL: '' }, 'needs https with TEST_MODE=0'],
  ['WEB_URL', { WEB_URL: 'http://pay.example' }, 'needs https with TEST_MODE=0'],
])('%s: a deployment with %j is refused, without repeating a key', (name, wrong, problem) => {
  const read = () => readEnvironment({ ...NEEDED, TEST_MODE: '0', ...STRIPE, ...wrong })
  expect(read).toThrow(`${name}: ${problem}`)
  expect(read).not.toThrow('hunter2')
})

it('a live deployment has keys of the live mode and a bank that people operate', () => {
  expect(readEnvironment({ ...NEEDED, TEST_MODE: '0', ...STRIPE })).toMatchObject({ PROCESSOR: 'stripe' })
})

it('blank settings count as absent, and addresses lose their trailing slash', () => {
  const blank = { DRAIN_MS: '', SIGN_UP: '', ALERT_EMAIL: '', API_URL: '' }
  expect(
    readEnvironment({ ...NEEDED, ...blank, WEB_URL: 'https://Pay.example:443/', TRUSTED_PROXIES: '::1, ' }),
  ).toMatchObject({
    DRAIN_MS: 0,
    SIGN_UP: true,
    WEB_URL: 'https://pay.example',
    API_URL: 'http://localhost:3001',
    TRUSTED_PROXIES: '::1, ',
  })
})
