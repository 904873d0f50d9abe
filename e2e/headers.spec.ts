import { expect, test } from '@playwright/test'
import { demo } from './demo'

/** Requests of every kind with the status of the response: pages, data, sign-in, files of Next, and unknown paths. */
const ASKED: readonly (readonly [method: string, path: string, status: number])[] = [
  ['GET', '/sign-in', 200],
  ['GET', '/:account/payments', 307],
  ['GET', '/pay/pl_nobodys', 404],
  ['GET', '/join/nobodys', 404],
  ['GET', '/:account/data/payments/list', 401],
  ['DELETE', '/:account/data/payments/list', 405],
  ['GET', '/:account/live', 401],
  ['GET', '/api/auth/csrf', 200],
  ['GET', '/api/auth/session', 200],
  ['PUT', '/api/auth/csrf', 405],
  ['POST', '/api/auth/callback/credentials', 403],
  ['POST', '/api/webhooks/nobodys', 404],
  ['GET', '/api/nothing', 404],
  ['GET', '/_next/static/nothing.js', 404],
  ['GET', '/_next/image?url=x', 400],
  ['GET', '/%ff', 404],
]

for (const [method, path, status] of ASKED)
  test(`${method} ${path} returns ${status} and can be neither framed, sniffed nor stored`, async ({
    request,
  }) => {
    const answer = await request.fetch(path.replace(':account', demo().account_slug), {
      method,
      maxRedirects: 0,
    })
    const headers = answer.headers()
    expect(answer.status()).toBe(status)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toContain('no-store')
  })
