import { beforeAll, describe, expect, test } from 'vitest'
import { claimAudit } from '@/lib/dashboard/audit/audit-entry'
import { draftCharge } from '@/lib/dashboard/charges/start-charge'
import { startExport } from '@/lib/dashboard/exports/export-jobs'
import { runExport } from '@/lib/dashboard/exports/run-export'
import { startLinkImport } from '@/lib/dashboard/link-imports/start-link-import'
import { requestCancel } from '@/lib/dashboard/links/cancel'
import { recordShare } from '@/lib/dashboard/links/share-trace'
import { setPaidNotice } from '@/lib/dashboard/mail/paid-notice'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { quarantineObjects } from '@/lib/dashboard/mirror/parse-object'
import { sendReceipt } from '@/lib/dashboard/payments/send-receipt'
import { draftRefund } from '@/lib/dashboard/refunds/start-refund'
import { saveView } from '@/lib/dashboard/saved-views/save-view'
import { Prisma } from '@/lib/platform/prisma/client'
import { boundPrisma } from '@/lib/platform/prisma-client'
import { ENGLISH } from '@/test/english'
import { aCustomer, aLink, aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'

const dashboard = await startDashboard()
const host = await externalHost()
const mine = await dashboard.owner(host, 'mine@aurora.test')
const theirs = await dashboard.owner(host, 'theirs@aurora.test')

beforeAll(async () => {
  host.links = [aLink({ id: 'L1' })]
  host.payments = [aPayment({ id: 'P1', status: 'APPROVED' })]
  host.customers = [aCustomer()]
  host.settlements = [aSettlement()]
  await dashboard.importHistories()
  for (const ctx of [mine, theirs]) {
    for (const status of ['APPROVED', 'FAILED'] as const)
      await applyEvent(ctx.db, {
        connectionId: ctx.connectionId,
        deliveryId: status,
        envelope: {
          event: 'payment.succeeded',
          created_at: NOON.toISOString(),
          data: { payment: aPayment({ id: 'P2', status }) },
        },
        body: '{}',
        sentAt: NOON,
        now: NOON,
      })
    await quarantineObjects(ctx.db, {
      connectionId: ctx.connectionId,
      noun: 'payments',
      source: 'list',
      answeredAt: NOON,
      unreadable: [{ raw: {}, reason: 'id' }],
    })
    await claimAudit(ctx, { id: 'aud_1', action: 'test', details: {} })
    await recordShare(ctx, { id: 'L1', channel: 'copied' })
    await requestCancel(ctx, { id: 'L1' })
    await saveView(ctx, { list: 'links', name: 'Open', query: 'status=ACTIVE' })
    await draftCharge(ctx, { form_token: 'form-token', customer_id: 'cus_1', way: 'CARD', amount: 2 })
    await draftRefund(ctx, { form_token: 'form-token', payment_id: 'P1', amount: 2, reason: 'OTHER' })
    await setPaidNotice(ctx, { on: true })
    const form = { form_token: 'form-token' }
    await sendReceipt(
      ctx,
      { ...form, payment_id: 'P1', email: 'a@b.test' },
      {
        dashboard,
        mayMail: true,
        role: 'OWNER',
        ownHost: { BASE_URL: ctx.baseUrl, WEB_URL: ctx.baseUrl },
      },
    )
    await startExport(ctx, { kind: 'payments', input: {} }, 'OWNER', ENGLISH)
    await runExport(dashboard, { owner: 'test' })
    await startLinkImport(ctx, {
      form_token: 'form-token',
      name: 'x.csv',
      rows: [{ title: 'Tea', amount: 2 }],
    })
  }
})

/** Returns every table of the dashboard with the column of its connection; null if it has none. */
async function tables(): Promise<{ name: string; tenant: string | null }[]> {
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<{ name: string }>({
    text: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'dashboard' ORDER BY 1`,
  })
  const shared = [
    'user',
    'team',
    'membership',
    'sign_in_attempt',
    'retired_slug',
    'session',
    'recovery_code',
    'passkey',
    'passkey_challenge',
    'mailed_link',
    'bucket',
  ]
  return rows.map(({ name }) => ({
    name,
    tenant: shared.includes(name) ? null : name === 'connection' ? 'id' : 'connection_id',
  }))
}

describe('with the tenant filter removed', () => {
  test('a bound raw handle sees only its own rows of every table', async () => {
    const found = await tables()
    expect(found.length).toBeGreaterThanOrEqual(11)
    for (const { name, tenant } of found) {
      const everything = { text: `SELECT * FROM dashboard."${name}"` }
      if (tenant === null) {
        await expect(mine.db.query(everything), name).rejects.toThrow(/permission denied/)
        continue
      }
      const { rows } = await mine.db.query<Record<string, unknown>>(everything)
      expect(rows.length, `${name} has a row to be seen`).toBeGreaterThan(0)
      expect(new Set(rows.map((row) => row[tenant])), name).toEqual(new Set([mine.connectionId]))
    }
  })

  test('a bound raw handle cannot change, delete or insert rows of another tenant', async () => {
    for (const { name, tenant } of await tables()) {
      // An audit entry keeps its team, and cannot be deleted.
      if (tenant === null || name === 'audit_entry') continue
      const { count } = await mine.db.query({
        text: `UPDATE dashboard."${name}" SET "${tenant}" = "${tenant}" WHERE "${tenant}" = $1`,
        values: [theirs.connectionId],
      })
      expect(count, name).toBe(0)
      const deleted = await mine.db.query({
        text: `DELETE FROM dashboard."${name}" WHERE "${tenant}" = $1`,
        values: [theirs.connectionId],
      })
      expect(deleted.count, name).toBe(0)
    }
    const planted = mine.db.query({
      text: `INSERT INTO dashboard.audit_entry (connection_id, id, action, outcome, created_at) VALUES ($1, 'x', 'x', 'done', now())`,
      values: [theirs.connectionId],
    })
    await expect(planted).rejects.toThrow(/row-level security/)
  })

  test('bound Prisma reads the table of every model, and sees only its own rows', async () => {
    const { prisma } = mine
    // Each model's findMany has a type of its own; the test reads two columns.
    const models = prisma as unknown as Record<string, { findMany(): Promise<Record<string, unknown>[]> }>
    for (const model of Object.values(Prisma.ModelName)) {
      const found = await models[model.charAt(0).toLowerCase() + model.slice(1)]?.findMany()
      const owners = found?.map(({ connectionId, id }) => (model === 'Connection' ? id : connectionId))
      expect(new Set(owners), model).toEqual(new Set([mine.connectionId]))
    }
    expect(
      (
        await prisma.mirrorPayment.updateMany({
          data: { payerName: 'x' },
          where: { connectionId: theirs.connectionId },
        })
      ).count,
    ).toBe(0)
  })

  test('an unbound handle sees nothing', async () => {
    const nobody = dashboard.database.as('checkout_dashboard')
    expect((await nobody.query({ text: 'SELECT * FROM dashboard.mirror_payment' })).rows).toEqual([])
    expect(await boundPrisma(dashboard.prisma, 'checkout_dashboard').mirrorPayment.findMany()).toEqual([])
  })

  test('the dashboard’s roles have no access to the service', async () => {
    for (const handle of [mine.db, dashboard.database.as('checkout_dashboard_system')])
      await expect(handle.query({ text: 'SELECT * FROM service.payment' })).rejects.toThrow(
        /permission denied/,
      )
  })
})
