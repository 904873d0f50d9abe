import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payLink } from '@/lib/service/charges/pay-link'
import { saveCard } from '@/lib/service/customers/saved-card'
import { recordDispute } from '@/lib/service/disputes/record-dispute'
import type { DisputeReport } from '@/lib/service/processor/port'
import { reportTestDisputes, TEST_DISPUTE_STEP_MS } from '@/lib/service/processor/test-bank-disputes'
import { settleDue } from '@/lib/service/settlements/settle-due'
import { contextFor } from '@/prisma/demo/seed-context'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { GuideShell } from '@/test/guides/guide-shell'
import { differences, guideSteps } from '@/test/guides/guide-steps'

const steps = guideSteps(fs.readFileSync(path.resolve('docs/guides/quick-start.md'), 'utf8'))
const commands = steps.filter((step) => step.kind === 'commands')

const missing = ['bash', 'curl'].filter((tool) => spawnSync(tool, ['--version']).error)
if (missing.length > 0) console.warn(`the quick start is not run: ${missing.join(' and ')} not found`)

let api: RunningApi
let merchant: Merchant
let folder: string

beforeAll(async () => {
  api = await startApi()
  merchant = await api.merchant()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quick-start-'))
})

afterAll(async () => {
  await api.stop()
  fs.rmSync(folder, { recursive: true })
})

describe('the quick start', () => {
  test.skipIf(missing.length > 0)(
    'every command of the quick start returns the printed response',
    { timeout: 60_000 },
    async () => {
      const shell = new GuideShell(folder, { BASE_URL: `${api.origin}/api/v1`, API_KEY: merchant.key })
      const wrong: string[] = []
      for (const step of steps) {
        if (step.kind === 'act') {
          await act(shell.fill(step.text))
          continue
        }
        const answer = await shell.run(step.code)
        if (!step.printed) continue
        if (!answer) throw new Error(`nothing was called: ${step.code}`)
        const { status, headers, body } = step.printed
        const found = [
          ...(answer.status === status ? [] : [`${answer.status} instead of ${status}`]),
          ...Object.entries(headers).flatMap(([name, value]) =>
            differences(value, answer.headers.get(name), name),
          ),
          ...differences(body, answer.body),
        ]
        if (found.length > 0) wrong.push(`${step.code}${found.join('\n')}`)
      }
      expect(wrong).toEqual([])
    },
  )

  test('the quick start covers every served operation and prints a response for each call', async () => {
    const { body } = await api.request('GET', '/api/v1/openapi.json')
    const served = Object.entries<object>(body.paths).flatMap(([place, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${place}`),
    )
    const calls = commands.filter(({ code }) => code.includes('curl '))
    expect(calls.filter(({ printed }) => !printed)).toEqual([])
    const walked = new Set(calls.map(({ code }) => callOf(code)))
    expect(served.filter((operation) => !walked.has(operation))).toEqual([])
  })
})

/** Returns `GET /payments/{id}` for a block with one curl command. */
function callOf(code: string): string {
  const [, place = ''] = /\$BASE_URL([^"?]*)/.exec(code) ?? []
  const [, method = / -d /.test(code) ? 'POST' : 'GET'] = / -X (\w+)/.exec(code) ?? []
  return `${method} ${place.replace(/\$\w+/, '{id}')}`
}

/** Performs the reader's action on the payer's page. */
async function act(text: string): Promise<void> {
  const { paid, linkId, paysWith, saves, customerId } =
    /^(?:(?<paid>pay|dispute) (?<linkId>\S+) with (?<paysWith>\d+)|save (?<saves>\d+) for (?<customerId>\S+))$/.exec(
      text,
    )?.groups ?? {}
  if (text === 'settle') await settle()
  else if (linkId && paysWith) {
    await pay(linkId, paysWith)
    if (paid === 'dispute') await openDisputes()
  } else if (customerId && saves) await save(saves, customerId)
  else throw new Error(`nobody knows how to ${text}`)
}

const cardOf = (number: string) => ({ number, expiryMonth: 12, expiryYear: 2030, cvc: '123' })

async function pay(linkId: string, number: string): Promise<void> {
  const { database, urls, now, log, bank: processor } = api
  const payer = { payerName: 'Ana García', payerEmail: 'ana.garcia@example.com', card: cardOf(number) }
  const paid = await payLink(
    { database, processor, urls, leaseMs: 30_000, now, log },
    { linkId, attempt: randomUUID(), ...payer },
  )
  expect(paid).toMatchObject({ kind: 'attempted', attempt: { status: 'APPROVED' } })
}

async function save(number: string, customerId: string): Promise<void> {
  const { db, accountId, now } = contextFor(api, merchant.account)
  const card = await api.bank.tokenize(cardOf(number))
  await db.transaction((tx) => saveCard(tx, api.keyring, { accountId, customerId, card, now: now() }))
}

/** Does the work of the job that opens the test bank's disputes. */
async function openDisputes(): Promise<void> {
  api.setNow(new Date(api.now().getTime() + TEST_DISPUTE_STEP_MS))
  const record = async (report: DisputeReport) => (await recordDispute(api, report)) === 'recorded'
  expect(await reportTestDisputes(api.database, api.now(), record)).toBe(1)
}

/** Does the work of `operator settle --until`. */
async function settle(): Promise<void> {
  const { database, keyring, now } = api
  const until = new Date('2030-01-01T00:00:00Z')
  const { settlements } = await settleDue({ database, keyring, usesTestBank: true }, { until, now: now() })
  expect(settlements.length).toBe(1)
}
