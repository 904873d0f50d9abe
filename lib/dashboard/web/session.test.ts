import { expect, test } from 'vitest'
import { authOptions, sessionCookie } from './session'
import type { WebDashboard } from './web-dashboard'

const cookieOf = (webUrl: string) => {
  // Only the environment is read before a request is handled.
  const dashboard = { env: { WEB_URL: webUrl } } as WebDashboard
  return authOptions(dashboard, new Headers()).cookies?.sessionToken
}

test('over https the session’s cookie is bound to this host, so that no sibling of it can set one', () => {
  const { name, options } = cookieOf('https://pay.example') ?? {}
  expect(name).toBe('__Host-next-auth.session-token')
  expect(name).toBe(sessionCookie('https://pay.example'))
  // Browsers refuse the prefix with another path, with a domain, or without `secure`.
  expect(options).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: true })
})

test('over http the session’s cookie has no prefix, which a browser would refuse', () => {
  expect(cookieOf('http://localhost:3000')).toMatchObject({
    name: 'next-auth.session-token',
    options: { secure: false },
  })
})
