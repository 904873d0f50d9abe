import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { config, proxy } from '@/proxy'
import { contentSecurityPolicy } from './page-headers'

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
    const policy = contentSecurityPolicy('n', false)
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
})
