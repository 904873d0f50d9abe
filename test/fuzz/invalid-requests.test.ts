import net from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { makeApiKey } from '@/prisma/demo/seed-context'
import { brokenBodyOf } from './broken-body'
import {
  brokenAuthorization,
  brokenIdempotencyKey,
  brokenQueryOf,
  type Mutation,
  unknownIdOf,
} from './broken-request'
import { requestsOf, seed, timeoutMs } from './budget'
import type { Operation } from './described-api'
import { type FuzzTarget, idsFor, openFuzzTarget, type SeededAccount, seedAccount } from './fuzz-target'
import { judge, Undocumented } from './judge'
import { StatePrint } from './state-print'
import { valuesOf } from './valid-value'
import type { WireRequest } from './wire'

let stage: FuzzTarget
let place: SeededAccount
let foreign: SeededAccount
let revokedKey: string
let print: StatePrint

beforeAll(async () => {
  stage = await openFuzzTarget()
  const { running } = stage
  place = await seedAccount(stage, 'USD')
  foreign = await seedAccount(stage, 'USD')
  const extra = await makeApiKey(running, place.merchant.account)
  revokedKey = extra.api_key
  await revokeApiKey(
    running.database.as('checkout_system'),
    { keyId: extra.id, actor: { kind: 'operator' } },
    running.now(),
  )
  print = await StatePrint.of(running.database)
})

afterAll(async () => {
  await print.close()
  await stage.close()
})

interface Broken extends Mutation {
  body?: Buffer | string
}

/** Maximum number of requests between two readings of the whole database, which take longer than a request. */
const PER_PRINT = 20
const RUNS_PER_ROUND = 5

/** Returns the ways in which a request to this operation can be invalid. */
function brokenFor(operation: Operation): fc.Arbitrary<Broken> {
  const nouns = Object.entries(foreign.nouns)
  const otherCursors = nouns.filter(([path]) => path !== operation.path).map(([, { cursor }]) => cursor)
  const ways: fc.Arbitrary<Broken>[] = [brokenAuthorization(place.merchant.key, revokedKey)]
  if (Object.keys(operation.query).length > 0) {
    const query = brokenQueryOf(operation, otherCursors)
    ways.push(query, query, query)
  }
  if (operation.path.includes('{id}')) {
    ways.push(unknownIdOf(nouns.flatMap(([, { ids }]) => ids)))
  }
  if (operation.idempotent) ways.push(brokenIdempotencyKey)
  if (operation.method !== 'GET') {
    const valid = operation.body ? valuesOf(place.setting, operation.body) : fc.constant({})
    // The schema of a body describes an object.
    const body = brokenBodyOf(stage.api, operation, valid as fc.Arbitrary<Record<string, unknown>>)
    const broken = body.map((it) => ({ ...it, expected: [400] }))
    ways.push(...Array.from({ length: 8 }, () => broken))
  }
  return fc.oneof(...ways)
}

function requestFor(operation: Operation, twist: Broken): WireRequest {
  const {
    authorization = [`Bearer ${place.merchant.key}`],
    query = '',
    headers = [],
    body = bodyFor(operation),
  } = twist
  const typed =
    twist.body === undefined && body !== undefined ? [['Content-Type', 'application/json'] as const] : []
  return {
    method: operation.method,
    path: `/api/v1${operation.path.replace('{id}', () => twist.id ?? idsFor(place, operation).at(-1) ?? '')}${query}`,
    headers: [...authorization.map((value) => ['Authorization', value] as const), ...typed, ...headers],
    ...(body === undefined ? {} : { body }),
  }
}

/** Returns a valid body, so that the rest of the request is valid. */
function bodyFor({ id }: Operation): string | undefined {
  const bodies: Readonly<Record<string, object>> = {
    createPaymentLink: { title: 'Cake', amount: 1 },
    createCustomer: { name: 'New', phone: '+1 212 555 0199' },
    updateCustomer: { name: 'Other' },
    createCharge: { amount: 1, use_saved_card: true },
    createRefund: { amount: 1 },
    submitEvidence: { text: 'x' },
  }
  return bodies[id] && JSON.stringify(bodies[id])
}

describe('invalid requests', () => {
  test('invalid requests are refused with the contract’s errors and change nothing', {
    timeout: timeoutMs,
  }, async () => {
    const { api, wire } = stage
    // Operations with a body have more ways to be invalid.
    const weights = api.operations.map((it) => (it.body ? 6 : 2))
    const unit = requestsOf('invalid') / weights.reduce((sum, it) => sum + it, 0)
    let before = await print.take()
    for (const [index, operation] of api.operations.entries()) {
      const several = fc.array(brokenFor(operation), { minLength: 1, maxLength: PER_PRINT, size: 'max' })
      const property = fc.asyncProperty(several, async (twists) => {
        for (const twist of twists) {
          const request = requestFor(operation, twist)
          const answer = await wire.send(request)
          judge(api, operation, request, answer)
          if (!twist.expected.includes(answer.status))
            throw new Undocumented(`${twist.how}: not refused`, request, answer)
        }
        const after = await print.take()
        const changed = Object.keys(after).filter((table) => after[table] !== before[table])
        before = after
        if (changed.length > 0) throw new Error(`${twists.map(({ how }) => how)}: changed ${changed}`)
      })
      const until = wire.sent + unit * (weights[index] ?? 0)
      for (let round = 0; wire.sent < until; round += 1)
        await fc.assert(property, { numRuns: RUNS_PER_ROUND, seed: seed + index + 1_000 * round })
    }
    expect(wire.sent).toBeGreaterThanOrEqual(requestsOf('invalid'))
    // The print must detect a write.
    await place.merchant.call('PATCH', `/customers/${place.nouns['/customers']?.ids[0]}`, {
      body: { notes: 'seen' },
    })
    expect(await print.take()).not.toEqual(before)
  })

  test('requests to unknown paths and methods get 404 and 405 in the contract’s format', async () => {
    const { api, wire } = stage
    const { key } = place.merchant
    const paths = [
      '/',
      '/me/',
      '//me',
      '/me/x',
      '/ME',
      '/payment_links/',
      '/payment_links/x/cancel/',
      '/payments/x/y',
      '/customers/x/charge',
      '/%6de%00',
      '/..',
      '/../healthz',
      '/%2e%2e/healthz',
      '/.env',
      '/me%2f',
      '/me;x=1',
      '/me%3f',
      '/payment_links/%ff',
      '/%',
      '/%e0%a4%a',
      `/${'x'.repeat(9_000)}`,
    ]
    const before = await print.take()
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE']) {
        const request = {
          method,
          path: `/api/v1${path}`,
          headers: [['Authorization', `Bearer ${key}`]] as const,
        }
        const answer = await wire.send(request)
        judge(api, null, request, answer)
        if (![400, 404, 405].includes(answer.status))
          throw new Undocumented('neither 400 nor 404 nor 405', request, answer)
      }
    }
    for (const { path, method } of api.operations) {
      for (const other of ['PUT', 'DELETE', 'LINK', 'TRACE', 'QUERY']) {
        const request = {
          method: other,
          path: `/api/v1${path.replace('{id}', 'x')}`,
          headers: [['Authorization', `Bearer ${key}`]] as const,
        }
        const answer = await wire.send(request)
        judge(api, null, request, answer)
        expect([other, path, answer.status]).toEqual([other, path, 405])
        expect(answer.headers.allow?.split(', ')).toContain(method)
      }
    }
    expect(await print.take()).toEqual(before)
  })

  test('malformed HTTP requests get the contract’s error as well', async () => {
    const key = `Authorization: Bearer ${place.merchant.key}`
    const post = 'POST /api/v1/payment_links HTTP/1.1\r\nHost: x'
    const before = await print.take()
    const broken = [
      'GARBAGE\r\n\r\n',
      'GET /api/v1/me\r\n\r\n',
      'GET /api/v1/me HTTP/9.9\r\n\r\n',
      'GET  /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n',
      `GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${key}\r\nBroken\r\n\r\n`,
      `GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${key}\r\nX: a\0b\r\n\r\n`,
      `GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${key}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      `GET /api/v1/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET /api/v1/m\u00e9 HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`,
      `${post}\r\n${key}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
      `${post}\r\n${key}\r\nContent-Length: -1\r\n\r\n`,
      `${post}\r\n${key}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${post}\r\n${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      `${post}\r\n${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n`,
    ]
    for (const text of broken) {
      const answer = await raw(stage.running.port, text)
      const request = { method: 'RAW', path: text, headers: [] }
      judge(stage.api, null, request, answer)
      if (answer.status < 400 || answer.status >= 500) throw new Undocumented('not refused', request, answer)
    }
    expect(await print.take()).toEqual(before)
  })
})

/** Sends bytes unchanged and reads one response. */
function raw(port: number, text: string) {
  return new Promise<{ status: number; headers: Record<string, string>; text: string }>((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    let received = ''
    socket.setEncoding('utf8')
    const finish = () => {
      socket.destroy()
      const [head = '', body = ''] = received.split('\r\n\r\n', 2)
      const [statusLine = '', ...lines] = head.split('\r\n')
      const headers = lines
        .map((line) => line.split(': ', 2))
        .map(([name = '', value = '']) => [name.toLowerCase(), value])
      resolve({ status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), text: body })
    }
    socket.on('data', (chunk) => {
      received += chunk
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? Number.NaN)
      const [, body] = received.split('\r\n\r\n', 2)
      if (body !== undefined && Buffer.byteLength(body) >= length) finish()
    })
    socket.on('end', finish)
    socket.on('error', reject)
  })
}
