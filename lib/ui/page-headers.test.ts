import { NextRequest } from 'next/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { config, proxy } from '@/proxy'
import { contentSecurityPolicy, nonceOf } from './page-headers'

describe('the security headers', () => {
  it('every response has its own nonce, the same for the page and the browser', () => {
    const nonces = Array.from({ length: 50 }, () => {
      const response = proxy(new NextRequest('http://localhost:3000/links'))
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(response.headers.get('x-middleware-request-content-security-policy')).toBe(policy)
      return /'nonce-([A-Za-z0-9+/=]{22,})'/.exec(policy)?.[1]
    })
    expect(new Set(nonces).size).toBe(50)
    expect(nonces).not.toContain(undefined)
  })

  it('the policy allows no inline script or style, no eval and no external origin in production', () => {
    const policy = contentSecurityPolicy('n', { development: false, hosted: null })
    expect(policy).not.toMatch(/unsafe|https?:|ws:|\*/)
    for (const rule of [
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "default-src 'none'",
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
  })

  it('responses may be neither stored nor framed', () => {
    const { headers } = proxy(new NextRequest('http://localhost:3000/pay/pl_1'))
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('the event stream sets its own caching', () => {
    const { headers } = proxy(new NextRequest('http://localhost:3000/aurora/live'))
    expect(headers.get('cache-control')).toBeNull()
  })

  it('the API gets no page headers', () => {
    const pattern = new RegExp(`^${config.matcher[0]}$`)
    for (const path of ['/api/webhooks/c1', '/api', '/_next/static/x.js']) expect(path).not.toMatch(pattern)
    for (const path of ['/', '/links', '/pay/pl_1', '/apiary', '/data/payments/list'])
      expect(path).toMatch(pattern)
  })

  describe("with the processor's own card fields", () => {
    const headersOf = (path: string, settings: Record<string, string> = {}) => {
      const all = { PROCESSOR: 'stripe', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', ...settings }
      for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value)
      onTestFinished(() => void vi.unstubAllEnvs())
      const { headers } = proxy(new NextRequest(`http://localhost:3000${path}`))
      const policy = headers.get('content-security-policy') ?? ''
      const rules = Object.fromEntries(
        policy.split('; ').map((rule) => {
          const [name = '', ...sources] = rule.split(' ')
          return [name, sources]
        }),
      )
      return { headers, policy, rules }
    }

    it.each(['/pay/pl_1', '/join/aurora'])('the policy of %s opens for them and nothing else', (path) => {
      const { headers, policy, rules } = headersOf(path)
      const nonce = `'nonce-${nonceOf(policy)}'`
      expect(rules).toEqual({
        'default-src': ["'none'"],
        'script-src': ["'self'", nonce, "'strict-dynamic'"],
        'style-src': ["'self'", nonce],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'https://*.stripe.com'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", 'https://api.stripe.com', 'https://*.stripe.com'],
        'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
      })
      expect(headers.get('permissions-policy')).toContain('payment=(self "https://js.stripe.com")')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    })

    it.each(['/receipt/pay_1', '/aurora/payments', '/payments', '/sign-in', '/test-bank/confirm/x', '/'])(
      'the policy of %s stays closed',
      (path) => {
        const { headers, policy } = headersOf(path)
        expect(policy).not.toMatch(/https?:|frame-src/)
        expect(headers.get('permissions-policy')).toContain('payment=()')
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      },
    )

    it('a stand-in for the script opens its own origin in place of those of Stripe', () => {
      const { headers, policy, rules } = headersOf('/pay/pl_1', {
        STRIPE_JS_URL: 'http://127.0.0.1:4010/v3/x.js',
      })
      expect(policy).not.toContain('stripe.com')
      expect(rules['frame-src']).toEqual(['http://127.0.0.1:4010'])
      expect(rules['connect-src']).toEqual(["'self'", 'http://127.0.0.1:4010'])
      expect(headers.get('permissions-policy')).toContain('payment=(self "http://127.0.0.1:4010")')
    })

    it('the test bank keeps the policy of the payer’s pages closed', () => {
      const { policy } = headersOf('/pay/pl_1', { PROCESSOR: 'test_bank' })
      expect(policy).not.toMatch(/https?:|frame-src/)
    })
  })
})
