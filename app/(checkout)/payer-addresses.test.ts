import { NextRequest } from 'next/server'
import { expect, test } from 'vitest'
import { proxy } from '@/proxy'

/** Returns the path to which a payer's address is redirected; null if the page is rendered. */
function redirected(path: string): string | null {
  const { status, headers } = proxy(new NextRequest(new URL(path, 'https://pay.example.com')))
  const location = headers.get('location')
  if (location === null) return null
  expect(status).toBe(307)
  const { origin, pathname, search } = new URL(location)
  expect(origin).toBe('https://pay.example.com')
  return pathname + search
}

test.each([
  '.',
  ')',
  ',',
  ';',
  '>',
  '"',
  "'",
  '*',
  '%20',
  '%29',
  '%2E',
  '%22',
  '%3E',
  '%C2%A0',
  '%E2%80%9D',
  '%E3%80%82',
  ').',
  '_',
])('the address of a payer’s page with %s at its end leads to the page', (end) => {
  expect(redirected(`/pay/pl_019aa0d5${end}`)).toBe('/pay/pl_019aa0d5')
  expect(redirected(`/receipt/pay_019aa0d5${end}`)).toBe('/receipt/pay_019aa0d5')
  expect(redirected(`/join/panaderia-ana${end}`)).toBe('/join/panaderia-ana')
})

test('the query of a corrected address is kept', () => {
  expect(redirected('/pay/pl_019aa0d5%20?attempt=a-1')).toBe('/pay/pl_019aa0d5?attempt=a-1')
})

test.each([
  ...[
    '/pay/pl_019aa0d5',
    '/join/ana-2',
    '/join/ana%C3%A9',
    '/join/ana.garcia',
    '/pay/%ff)',
    '/pay/%29',
    '/pay/)',
  ],
  ...['/pay/pl_1)/attempt', '/pay', '/acme/payments/pay_1)', '/receipt/pay_1/%20', '/pay/%70l_1'],
])('the address %s is not redirected', (path) => {
  expect(redirected(path)).toBeNull()
})

test('a corrected address never leaves the deployment', () => {
  expect(redirected('/pay/%2F%2Fevil.example%29')).toBe('/pay/%2F%2Fevil.example')
})
