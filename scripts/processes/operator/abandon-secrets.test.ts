import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '@/lib/dashboard/connections/connect'
import { addSigningSecret } from '@/lib/dashboard/connections/signing-secrets'
import { totpAad } from '@/lib/dashboard/team/sign-in'
import { createOwner } from '@/lib/dashboard/team/sign-up'
import { Database, type Side } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { ManualBank } from '@/lib/service/bank/manual/manual-bank'
import { setBankAccount } from '@/lib/service/bank/set-bank-account'
import { TestBankTransfers } from '@/lib/service/bank/test-bank-transfers'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { saveCard, tokenAad } from '@/lib/service/customers/saved-card'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { beginRotation } from '@/lib/service/panel/rotate-secret'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { runTransfers } from '@/lib/service/settlements/run-transfers'
import { pendingCardAad } from '@/lib/service/sign-up/pending-card'
import { secretAad } from '@/lib/service/webhooks/endpoint-row'
import {
  sealedBankColumns,
  sealedDashboardColumns,
  sealedServiceColumns,
  verifySealedValues,
} from '@/scripts/processes/sealed-columns'
import { createShop } from '@/test/factories/create-shop'
import { openSettlementHarness } from '@/test/factories/settlement-harness'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import { runOperator } from './program'

/** The key of the fixtures, and another one of the same id. */
const lostKey = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
const keyring = new Keyring(`k1:${Buffer.alloc(32, 2).toString('base64')}`)
const COLUMNS = [...sealedServiceColumns, ...sealedBankColumns, ...sealedDashboardColumns]
const NUMBER = '000123456789'

const dashboard = await startDashboard()
const database = new Database<Side>({ url: dashboard.url, max: 4 })
afterAll(() => database.close())
const { now } = dashboard
const rowsOf = async (text: string, values: unknown[] = []) =>
  (
    await database.as('checkout_system').transaction(async (tx) => {
      await tx.query({ text: 'SET LOCAL ROLE NONE' })
      return tx.query<Record<string, unknown>>({ text, values })
    })
  ).rows

async function operator(...args: string[]) {
  let out = ''
  const errors: string[] = []
  const session = {
    ...{ database, db: database.as('checkout_system'), keyring, now, books: null, testMode: true },
    urls: { web: 'http://localhost:3000', api: 'http://localhost:3001' },
    bank: 'manual' as const,
    processor: 'test_bank' as const,
    write: (text: string) => {
      out += text
    },
  }
  const code = await runOperator(['--json', ...args], session, (line) => errors.push(line))
  return code === 0 ? JSON.parse(out) : errors
}

/** Stores a value of each kind under a key. */
async function storeEach(sealing: Keyring) {
  const shop = await createShop({ database, now })
  const { accountId, db } = shop.ctx
  const rules = { keyring: sealing, testMode: true }
  const { id: endpointId } = await createEndpoint(shop.ctx, { url: 'https://shop.example/hook' }, rules)
  const rotated = await createEndpoint(shop.ctx, { url: 'https://shop.example/rotated' }, rules)
  await beginRotation(shop.ctx, { id: rotated.id, mode: 'overlap', secret: 'whsec_next' }, sealing)
  const fields = { name: 'Ana', email: null, notes: null, external_ref: null, country: 'US' }
  const { id: customerId } = await createCustomer(shop.ctx, { ...fields, phone: '+12125550132' })
  const card = { token: 'tok_1', brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2099 }
  await saveCard(db, sealing, { accountId, customerId, card, now: now() })
  await shop.pay((await shop.newLink()).id)
  await rowsOf(
    `INSERT INTO service.card_to_save SELECT account_id, id, $2, $3, 'visa', '4242', 12, 2099, created_at
      FROM service.payment WHERE account_id = $1`,
    [accountId, customerId, sealing.seal('tok_2', tokenAad({ accountId, customerId }))],
  )
  const formHash = Buffer.alloc(32, 7)
  await rowsOf(
    `INSERT INTO service.sign_up (account_id, form_hash, with_card, created_at, expires_at, customer_id, phone_key, code_mac,
        token_sealed, brand, last4, expiry_month, expiry_year)
      VALUES ($1, $2, true, now(), now(), $3, 'p', 'c', $4, 'visa', '4242', 12, 2099)`,
    [accountId, formHash, customerId, sealing.seal('tok_3', pendingCardAad({ accountId, formHash }))],
  )
  const change = { ...shop.ctx, keyring: sealing, now: now() }
  await setBankAccount(change, { bank_name: 'Bank', holder: 'Café', number: NUMBER }, { holdMs: 0 })
  const order = { amountMinor: 100, currency: 'USD', holder: 'Café', bankName: 'Bank', claimedAt: now() }
  await new ManualBank(database, sealing).send({ ...order, reference: accountId, accountNumber: NUMBER })
  const owner = await createOwner(dashboard, { ...OWNER, email: `${accountId}@aurora.test` })
  const own = { ...dashboard, keyring: sealing }
  const { connectionId } = await connect(own, { ...(await externalHost()), teamId: owner.teamId })
  await addSigningSecret(own, connectionId, 'whsec_dashboard')
  await rowsOf(
    `UPDATE dashboard."user" SET totp_sealed = $2, totp_confirmed_at = now(), email_verified_at = now() WHERE id = $1`,
    [owner.userId, sealing.seal('totp', totpAad(owner.userId))],
  )
  return { ...{ accountId, customerId, endpointId, connectionId }, userId: owner.userId }
}

/** Returns the stored values of every column that a key opens. */
async function openedBy(opening: Keyring): Promise<unknown[]> {
  const opened = COLUMNS.map(async ({ table, column, key, also = [], aad }) =>
    (
      await rowsOf(
        `SELECT ${[...key, ...also]}, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL ORDER BY 1, 2`,
      )
    ).filter((row) => opening.opens(String(row.sealed), aad(row as never))),
  )
  return (await Promise.all(opened)).flat()
}

describe('operator secrets abandon', () => {
  it('without --yes every loss is listed and nothing changes; with it what a key opens stays, and the rest is given up', async () => {
    const lost = await storeEach(lostKey)
    await storeEach(keyring)
    const [unreadable, kept] = [await openedBy(lostKey), await openedBy(keyring)]
    await expect(verifySealedValues(database, database, keyring)).rejects.toThrow(
      '`operator secrets abandon`',
    )

    const plan = await operator('secrets', 'abandon')
    expect(plan).toMatchObject({ abandoned: false, secrets: [] })
    expect(plan.lost).toHaveLength(COLUMNS.length)
    expect(plan.lost.map(({ count }: { count: number }) => count)).toEqual([2, ...Array(9).fill(1)])
    expect(await openedBy(lostKey)).toEqual(unreadable)

    const done = await operator('secrets', 'abandon', '--yes')
    await verifySealedValues(database, database, keyring)
    expect(await openedBy(lostKey)).toEqual([])
    expect(await openedBy(keyring)).toEqual(expect.arrayContaining(kept))
    const { accountId, customerId, connectionId, userId, endpointId } = lost
    expect(await rowsOf('SELECT FROM service.saved_card WHERE customer_id = $1', [customerId])).toEqual([])
    expect(done.secrets).toHaveLength(2)
    const { secret } = done.secrets.find((one: { endpoint_id: string }) => one.endpoint_id === endpointId)
    const [endpoint] = await rowsOf('SELECT * FROM service.webhook_endpoint WHERE id = $1', [endpointId])
    expect(keyring.open(String(endpoint?.secret_sealed), secretAad({ accountId, id: endpointId }))).toBe(
      secret,
    )
    expect(endpoint).toMatchObject({ rotation: null, next_secret_sealed: null })
    const ended = 'SELECT FROM service.bank_account WHERE account_id = $1 AND replaced_at IS NULL'
    expect(await rowsOf(ended, [accountId])).toEqual([])
    const refused = `SELECT status, refusal FROM manual_bank.payout WHERE reference = $1`
    expect(await rowsOf(refused, [accountId])).toEqual([{ status: 'REFUSED', refusal: 'account_not_found' }])
    const acts = `SELECT action FROM dashboard.audit_entry WHERE object_id IN ($1, $2) ORDER BY action`
    expect(await rowsOf(acts, [connectionId, userId])).toEqual([
      { action: 'connection.disconnect' },
      { action: 'user.two_step_off' },
    ])
    const mails = `SELECT facts ->> 'kind' AS kind FROM dashboard.mailed_link WHERE user_id = $1`
    expect(await rowsOf(mails, [userId])).toEqual([{ kind: 'user.two_step_off' }])
    const audit = `SELECT account_id, details ->> 'service.saved_card.token_sealed' AS cards FROM service.audit_entry
      WHERE action = 'secrets.abandoned' AND actor = 'operator'`
    expect(await rowsOf(audit)).toEqual([{ account_id: accountId, cards: '1' }])

    expect(await operator('secrets', 'abandon', '--yes')).toEqual({ abandoned: true, lost: [], secrets: [] })
    expect(await checkCoherence({ database })).toEqual([])
  })

  it('an endpoint keeps the secret of its rotation that a key opens, unless the rotation is over', async () => {
    const { ctx } = await createShop({ database, now })
    const { accountId } = ctx
    const rotating = async (first: Keyring, next: Keyring, endedMs: number) => {
      const rules = { keyring: first, testMode: true }
      const { id, secret } = await createEndpoint(ctx, { url: 'https://shop.example/hook' }, rules)
      await rowsOf(
        `UPDATE service.webhook_endpoint SET rotation = 'OVERLAP', next_secret_sealed = $2, rotation_ends_at = $3 WHERE id = $1`,
        [id, next.seal('whsec_next', secretAad({ accountId, id })), new Date(now().getTime() - endedMs)],
      )
      return { id, secret }
    }
    const nextOpens = await rotating(lostKey, keyring, -1)
    const firstOpens = await rotating(keyring, lostKey, -1)
    const over = await rotating(keyring, lostKey, 1)
    const { secrets } = await operator('secrets', 'abandon', '--yes')
    const signing = async (id: string) => {
      const [row] = await rowsOf('SELECT secret_sealed FROM service.webhook_endpoint WHERE id = $1', [id])
      return keyring.open(String(row?.secret_sealed), secretAad({ accountId, id }))
    }
    expect(await signing(nextOpens.id)).toBe('whsec_next')
    expect(await signing(firstOpens.id)).toBe(firstOpens.secret)
    expect(secrets).toMatchObject([{ endpoint_id: over.id, secret: await signing(over.id) }])
  })

  it('a bank account that a key opens stays when the number of its waiting change is lost', async () => {
    const { ctx } = await createShop({ database, now })
    const set = (sealing: Keyring, number: string) =>
      setBankAccount(
        { ...ctx, keyring: sealing, now: now() },
        { bank_name: 'Bank', holder: 'Café', number },
        { holdMs: 1_000 },
      )
    const { id } = await set(keyring, NUMBER)
    await set(lostKey, '00011112222')
    await operator('secrets', 'abandon', '--yes')
    const current = 'SELECT id FROM service.bank_account WHERE account_id = $1 AND replaced_at IS NULL'
    expect(await rowsOf(current, [ctx.accountId])).toEqual([{ id }])
  })

  it('a transfer that may have begun is never sent to a lost account, and leaves once there is another one', async () => {
    const harness = await openSettlementHarness({ database, start: now(), testMode: false })
    await harness.name(NUMBER)
    await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    const { accountId, shop } = harness
    await rowsOf(`UPDATE service.settlement SET transfer_step = 'SENDING' WHERE account_id = $1`, [accountId])
    await operator('secrets', 'abandon', '--yes')
    const ids = (await harness.settlements()).map(({ id }) => id)
    const transfer = () =>
      runTransfers(
        {
          ...{ database, keyring, usesTestBank: false, owner: randomUUID(), leaseMs: 30_000 },
          ...{ now: harness.now, log: shop.ctx.log },
          bank: new TestBankTransfers(database, { now: harness.now }),
        },
        ids,
      )
    expect(await transfer()).toMatchObject([{ end: 'refused' }])
    expect(await rowsOf('SELECT FROM test_bank.transfer WHERE reference = ANY ($1)', [ids])).toEqual([])
    const change = { ...shop.ctx, keyring, now: harness.now() }
    await setBankAccount(change, { bank_name: 'Bank', holder: 'Café', number: NUMBER }, { holdMs: 0 })
    expect(await transfer()).toMatchObject([{ end: 'ordered' }])
  })
})
