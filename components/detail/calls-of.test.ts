import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOf } from '@/components/data/curl'
import { english } from '@/test/english'
import { callsOf } from './developers'

const BASE = 'https://api.example.com/api/v1'
const link = {
  object: 'payment_link',
  id: 'pl_1',
  title: "Ana's lunch $(date) `x`",
  amount: 12.5,
  description: null,
  max_uses: null,
  expires_at: null,
  metadata: {},
}

test('an object has a GET call, and a link has a POST call with its fields', () => {
  const [read, make] = callsOf(link, BASE, english)
  expect(read?.call).toEqual({ baseUrl: BASE, method: 'GET', path: '/payment_links/pl_1' })
  expect(make?.call).toMatchObject({
    method: 'POST',
    path: '/payment_links',
    body: { title: link.title, amount: 12.5, max_uses: null },
  })
  expect(callsOf({ object: 'settlement', id: 'set_1' }, BASE, english)).toHaveLength(1)
  expect(callsOf({ object: 'balance' }, BASE, english)).toEqual([])
})

test('a customer has POST and PATCH calls, and a canceled link has a cancel call', () => {
  const customer = {
    object: 'customer',
    id: 'cus_1',
    name: 'Ana',
    phone: '+380501234567',
    email: null,
    notes: null,
  }
  const [, make, edit] = callsOf(customer, BASE, english)
  expect(make?.call).toMatchObject({ method: 'POST', path: '/customers' })
  expect(make?.call.body).toEqual({ name: 'Ana', phone: '+380501234567' })
  expect(edit?.call).toMatchObject({ method: 'PATCH', path: '/customers/cus_1', body: { email: null } })
  const cancel = callsOf({ ...link, status: 'CANCELLED' }, BASE, english)[2]
  expect(cancel?.call).toEqual({ baseUrl: BASE, method: 'POST', path: '/payment_links/pl_1/cancel' })
})

test('a link of a customer has a charge call', () => {
  const [, make] = callsOf({ ...link, title: 'Coffee', customer_id: 'cus_1' }, BASE, english)
  expect(make?.call).toMatchObject({
    path: '/customers/cus_1/charges',
    body: { amount: 12.5, description: 'Coffee' },
  })
})

test('a shell passes every argument of the command unchanged', () => {
  const command = curlOf({
    baseUrl: BASE,
    method: 'POST',
    path: "/x?q='a'",
    idempotencyKey: "it's 1",
    body: { title: link.title },
  })
  const program = `curl() { printf '%s\\n' "$@"; }; API_KEY=k; ${command}`
  const printed = execFileSync('/bin/sh', ['-c', program], { encoding: 'utf8' }).trimEnd().split('\n')
  expect(printed).toEqual([
    '-X',
    'POST',
    `${BASE}/x?q='a'`,
    '-H',
    'Authorization: Bearer k',
    '-H',
    "Idempotency-Key: it's 1",
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({ title: link.title }),
  ])
})
