import { expect, it } from 'vitest'
import { checkEnvironment } from './setup'

const check = (env: Record<string, string>) =>
  checkEnvironment({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://owner@db.example/checkout',
    NEXTAUTH_SECRET: 'n'.repeat(32),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    ...env,
  })

it('plain http beyond this machine is a warning with the test bank, and refused with real cards', () => {
  const http = { WEB_URL: 'http://10.0.0.5:3000', API_URL: 'http://api.example' }
  expect(check(http)).toEqual([
    expect.stringMatching(/^WEB_URL and API_URL use http outside this machine: .* https addresses/),
  ])
  expect(check({ WEB_URL: 'https://pay.example', API_URL: 'http://api.example' })).toEqual([
    expect.stringMatching(/^API_URL uses http /),
  ])
  expect(check({ WEB_URL: 'https://pay.example', API_URL: 'http://127.0.0.1:3001' })).toEqual([])
  expect(check({ ...http, NODE_ENV: 'development' })).toEqual([])
  const live = {
    TEST_MODE: '0',
    ...{ PROCESSOR: 'stripe', BANK: 'manual', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
    ...{ STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' },
  }
  const api = { WEB_URL: 'https://pay.example', API_URL: 'http://api.example' }
  expect(() => check({ ...api, ...live })).toThrow(/^API_URL uses http .*"Settings"/)
})
