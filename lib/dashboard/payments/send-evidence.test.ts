import { beforeEach, expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { openConnection } from '@/lib/dashboard/open-connection'
import { aDispute, aDisputedPayment } from '@/test/factories/dashboard'
import { addMembers } from '@/test/fixtures/add-members'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { sendEvidence, sendEvidenceInput, uploadEvidence } from './send-evidence'

const { dashboard, host, ctx } = await connectedDashboard()
const MINUTE_MS = 60_000
const SECRET_TEXT = 'Delivered on Friday to the porter'
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')

/** Next answers of the host to evidence; by default it takes it once. */
let answers: ('take' | 'lose' | 'lose after')[]

beforeEach(async () => {
  answers = []
  host.requests = []
  host.payments = [aDisputedPayment('P1')]
  host.fault = ({ path, query, body }) => {
    if (path.endsWith('/files'))
      return {
        status: 201,
        body: {
          object: 'dispute_file',
          id: 'file_1',
          name: query.get('name'),
          type: 'image/png',
          bytes: (body as Buffer).length,
          created_at: dashboard.now().toISOString(),
        },
      }
    if (!path.endsWith('/evidence')) return null
    const answer = answers.shift() ?? 'take'
    if (answer === 'lose') return 'hang up'
    const [payment] = host.payments
    if (payment?.dispute?.evidence)
      return {
        status: 409,
        body: { error: { type: 'conflict_error', code: 'evidence_submitted', message: 'No.', details: {} } },
      }
    const evidence = { text: 'x', files: [], submitted_at: dashboard.now().toISOString() }
    const dispute = aDispute({ id: 'dis_P1', payment_id: 'P1', status: 'UNDER_REVIEW', evidence })
    host.payments = [aDisputedPayment('P1', dispute)]
    // The response to the next look is clearly newer.
    host.now = new Date(host.now.getTime() + MINUTE_MS)
    return answer === 'lose after' ? 'hang up' : { status: 200, body: dispute }
  }
  await dashboard.emptyAudit()
  await ctx.db.query({ text: 'DELETE FROM dashboard.mirror_payment' })
  await ctx.db.query({ text: 'DELETE FROM dashboard.noun_import' })
  await mirrorAgain()
})

async function mirrorAgain(): Promise<void> {
  const { fetchObject } = await import('@/lib/dashboard/mirror/fetch-object')
  await fetchObject(ctx, 'payments', 'P1')
}

const send = (by: ConnectionContext = ctx, text: string | null = SECRET_TEXT) =>
  sendEvidence(by, sendEvidenceInput.parse({ payment_id: 'P1', text, file_ids: ['file_1'] }))
const sends = () => host.requests.filter(({ path }) => path === '/disputes/dis_P1/evidence')
const entries = () => ctx.prisma.auditEntry.findMany({ where: { action: 'disputes.respond' } })
const shown = async () =>
  (await ctx.prisma.mirrorPayment.findFirst({ where: { id: 'P1' }, select: { disputeStatus: true } }))
    ?.disputeStatus

test('evidence that members send at once, from several tabs, reaches the host once', async () => {
  const [id = ''] = await addMembers(dashboard, ctx.teamId, [['support@aurora.test', 'SUPPORT']])
  const other = await openConnection(dashboard, ctx.connectionId, { userId: id })
  const results = await Promise.allSettled([send(), send(), send(other), send(other), send()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(['still_running', 'evidence_submitted']).toContain(result.reason.code)
  expect(sends()).toHaveLength(1)
  expect(await shown()).toBe('UNDER_REVIEW')
  await expect(send()).rejects.toMatchObject({ code: 'evidence_submitted' })
  expect(sends()).toHaveLength(1)
})

test('the audit has one entry with the payment, the request and no text', async () => {
  await send()
  const [entry, ...others] = await entries()
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    outcome: 'done',
    objectId: 'P1',
    details: { amount: 120.5, currency: 'USD', files: 1, request_id: 'r-1' },
  })
  expect(JSON.stringify(entry)).not.toContain(SECRET_TEXT)
})

test('after a lost answer the host is looked at first, and evidence that it has is not sent again', async () => {
  answers = ['lose after']
  await expect(send()).rejects.toMatchObject({ code: 'outcome_unknown' })
  // The mirror has not learned of it, as if the host had been away for the look as well.
  await ctx.db.query({
    text: `UPDATE dashboard.mirror_payment SET snapshot = $1, dispute_status = 'NEEDS_RESPONSE'`,
    values: [JSON.stringify(aDisputedPayment('P1'))],
  })
  dashboard.passMs(MINUTE_MS)
  host.now = new Date(host.now.getTime() + MINUTE_MS)
  expect(await send()).toBeNull()
  expect(sends()).toHaveLength(1)
  expect(await entries()).toMatchObject([{ outcome: 'done', details: { found_again: true } }])
})

test('evidence that never arrived is sent again under the same entry', async () => {
  answers = ['lose']
  await expect(send()).rejects.toMatchObject({ code: 'outcome_unknown' })
  expect(await send()).toBeNull()
  expect(sends()).toHaveLength(2)
  expect(await entries()).toMatchObject([{ outcome: 'done' }])
})

test('evidence that the bank refused can be sent anew, with an entry of its own', async () => {
  await send()
  host.payments = [aDisputedPayment('P1')]
  dashboard.passMs(MINUTE_MS)
  host.now = new Date(host.now.getTime() + MINUTE_MS)
  await mirrorAgain()
  expect(await send()).toBeNull()
  expect(sends()).toHaveLength(2)
  expect(await entries()).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
})

test('evidence of a killed process is sent again once its intent is abandoned', async () => {
  answers = ['lose']
  await send().catch(() => {})
  const { url } = dashboard
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`UPDATE dashboard.audit_entry SET outcome = 'intent' WHERE action = 'disputes.respond'`)
  await client.end()
  await expect(send()).rejects.toMatchObject({ code: 'still_running' })
  dashboard.passMs(MINUTE_MS)
  expect(await send()).toBeNull()
  expect(sends()).toHaveLength(2)
})

test('a decided or undisputed payment takes no evidence, and none without a text or a file', async () => {
  host.payments = [aDisputedPayment('P1', { status: 'LOST', closed_at: dashboard.now().toISOString() })]
  dashboard.passMs(MINUTE_MS)
  host.now = new Date(host.now.getTime() + MINUTE_MS)
  await mirrorAgain()
  await expect(send()).rejects.toMatchObject({ code: 'dispute_closed' })
  await expect(sendEvidence(ctx, { payment_id: 'P2', text: 'x', file_ids: [] })).rejects.toMatchObject({
    code: 'resource_not_found',
  })
  expect(sends()).toEqual([])
  expect(
    sendEvidenceInput.safeParse({ payment_id: 'P1', text: ' ', file_ids: [] }).error?.issues,
  ).toMatchObject([{ path: ['text'] }])
})

test('a file is known by its content: a name decides nothing', async () => {
  const upload = (name: string, bytes: Buffer) => uploadEvidence(ctx, { paymentId: 'P1', name, bytes })
  expect(await upload('receipt.pdf', PNG)).toMatchObject({ id: 'file_1', name: 'receipt.pdf', bytes: 10 })
  expect(await upload('paper', Buffer.from('%PDF-1.7'))).toMatchObject({ name: 'paper' })
  expect(await upload('pho\u202eto\n', Buffer.from('ffd8ffe0', 'hex'))).toMatchObject({ name: 'photo' })
  for (const bytes of [Buffer.from('<script>'), Buffer.alloc(0), Buffer.from('GIF89a')])
    await expect(upload('x.png', bytes)).rejects.toMatchObject({
      code: 'invalid_parameters',
      fields: [{ field: 'file' }],
    })
  const files = host.requests.filter(({ path }) => path === '/disputes/dis_P1/files')
  expect(files.map(({ body }) => body)).toEqual([
    PNG,
    Buffer.from('%PDF-1.7'),
    Buffer.from('ffd8ffe0', 'hex'),
  ])
})
