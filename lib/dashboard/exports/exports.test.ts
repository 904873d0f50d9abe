import { inflateRawSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { exportPayments } from '@/lib/dashboard/payments/export-payments'
import type { ExportRequest } from '@/lib/dashboard/schema/export'
import { aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { cancelExport, deleteExport, readExportFile } from './change-export'
import { exportKinds } from './export-kinds'
import { listExports } from './list-exports'
import { pdfFile } from './pdf-file'
import { pruneExports } from './prune-exports'
import { runExport } from './run-export'
import { readSettlementDocument, settlementDocument } from './settlement-document'
import { startExport } from './start-export'

const { dashboard, host, ctx } = await connectedDashboard()
const otherHost = await externalHost()
const DAY_MS = 86_400_000
const PAYMENTS = 700

beforeAll(async () => {
  host.payments = [
    aPayment({
      id: 'pay_formula',
      status: 'APPROVED',
      amount: 1234.5,
      payer: { name: '=1+1', email: 'a&b<c>@example.test' },
      settlement_id: 'set_1',
    }),
    aPayment({ id: 'pay_yen', status: 'APPROVED', currency: 'JPY', amount: 500, settlement_id: 'set_1' }),
    aPayment({ id: 'pay_dinar', status: 'APPROVED', currency: 'KWD', amount: 1.234 }),
    ...Array.from({ length: PAYMENTS }, (_, index) =>
      aPayment({
        id: `many${index}`,
        status: 'FAILED',
        created_at: new Date(NOON.getTime() - index * 1000).toISOString(),
      }),
    ),
  ]
  host.settlements = [aSettlement({ id: 'set_1', payment_count: 2 })]
  await dashboard.importHistories()
}, 60_000)
beforeEach(() => ctx.prisma.exportJob.deleteMany({ where: { connectionId: ctx.connectionId } }))

const start = (request: ExportRequest, form_token = 'form-token') =>
  startExport(ctx, { ...request, form_token }, 'ACCOUNTANT')
const jobs = async () => (await listExports(dashboard, ctx, 'SUPPORT')).exports
const run = (leaseMs?: number) =>
  runExport(dashboard, { owner: 'test', ...(leaseMs === undefined ? {} : { leaseMs }) })

async function fileOf(id: string): Promise<Buffer> {
  const { slices, bytes } = await readExportFile(ctx, id, 'ACCOUNTANT')
  const parts: Uint8Array[] = []
  for await (const slice of slices) parts.push(slice)
  const file = Buffer.concat(parts)
  expect(file).toHaveLength(bytes)
  return file
}

test('a spreadsheet has exactly the filtered rows, with numbers, dates of the account’s zone and no formula', async () => {
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } })
  await run()
  const xml = sheetOf(await fileOf(id))
  expect(xml).not.toContain('<f>')
  expect(xml).toContain('state="frozen"')
  const [heading, ...rows] = cellsOf(xml)
  expect(heading?.slice(0, 2)).toEqual(['Payment ID', 'Created (America/New_York)'])
  expect(rows.map((row) => row[0])).toEqual(['pay_yen', 'pay_formula', 'pay_dinar'])
  const formula = rows.find(([first]) => first === 'pay_formula')
  // 07:00 of 20 November 2026 in New York, as days since 1899-12-30.
  expect(formula?.[1]).toBe(String(Date.UTC(2026, 10, 20, 7) / DAY_MS + 25_569))
  expect(formula?.slice(3, 5)).toEqual(['Approved', '1234.50'])
  expect(formula).toEqual(expect.arrayContaining(['=1+1', 'a&amp;b&lt;c&gt;@example.test']))
  expect(rows.find(([first]) => first === 'pay_dinar')).toContain('1.234')
})

test('spreadsheet and CSV have the same rows in the same order', async () => {
  const { id } = await start({ kind: 'payments', input: { status: 'FAILED' } })
  await run()
  let csv = ''
  for await (const text of exportPayments(ctx, { status: 'FAILED' })) csv += text
  const ids = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(',')[0])
  expect(
    cellsOf(sheetOf(await fileOf(id)))
      .slice(1)
      .map((row) => row[0]),
  ).toEqual(ids.slice(1))
  expect(ids).toHaveLength(PAYMENTS + 1)
  expect(await jobs()).toMatchObject([
    { state: 'DONE', rows_done: PAYMENTS, rows_total: PAYMENTS, made_by: 'Rosa Aurora' },
  ])
})

test('the same form creates one file, and the audit log has its filters and rows', async () => {
  const request = { kind: 'payments', input: { status: 'APPROVED' } } as const
  const [{ id }] = await Promise.all([start(request, 'audited-token'), start(request, 'audited-token')])
  expect(await jobs()).toHaveLength(1)
  await run()
  const entry = await ctx.prisma.auditEntry.findFirst({ where: { id: `aud_${id}` } })
  expect(entry).toMatchObject({ outcome: 'done', userId: ctx.userId })
  expect(entry?.details).toMatchObject({ filters: { status: 'APPROVED' }, rows: 3, format: 'xlsx' })
})

test('a repeated choice returns the unfinished file', async () => {
  const request = { kind: 'payments', input: { status: 'FAILED', q: 'a' } } as const
  const [one, other] = await Promise.all([start(request, 'first-press'), start(request, 'second-press')])
  expect(other).toEqual(one)
  expect(await start({ kind: 'payments', input: { q: 'a' } }, 'third-press')).not.toEqual(one)
  expect(await jobs()).toHaveLength(2)
  await run()
  await run()
  expect(await start(request, 'later-press')).not.toEqual(one)
})

test('a file of filtered payments is named after their filters', async () => {
  await start({ kind: 'payments', input: { status: 'FAILED', period: '30d' } })
  expect((await jobs())[0]?.name).toBe('payments-declined-30d-2026-11-20.xlsx')
})

test('a job whose worker was killed is completed by the next one', async () => {
  const { id } = await start({ kind: 'payments', input: {} })
  await ctx.db.query({
    text: `UPDATE dashboard.export_job SET state = 'RUNNING', owner = 'killed', rows_total = 700, rows_done = 500, tries = 1,
      lease_until = clock_timestamp() - interval '1 ms' WHERE connection_id = $1`,
    values: [ctx.connectionId],
  })
  expect(await run()).toBe(true)
  expect(cellsOf(sheetOf(await fileOf(id)))).toHaveLength(PAYMENTS + 4)
})

test('a cancelled job creates no file, and its running worker stops', async () => {
  const { id } = await start({ kind: 'payments', input: {} })
  const kind = exportKinds.payments
  const counted = kind.count
  // The worker counts within its snapshot, and a member cancels at that time.
  Object.assign(kind, {
    count: async (...args: Parameters<typeof counted>) => {
      await cancelExport(ctx, { id }, 'ACCOUNTANT')
      return counted(...args)
    },
  })
  await run()
  Object.assign(kind, { count: counted })
  expect(await jobs()).toMatchObject([{ state: 'CANCELLED' }])
  await expect(fileOf(id)).rejects.toMatchObject({ code: 'resource_not_found' })
})

test('too many rows are refused before and during the work', async () => {
  const kind = exportKinds.payments
  const { rowsMax } = kind
  const { id } = await start({ kind: 'payments', input: {} })
  Object.assign(kind, { rowsMax: 3 })
  await expect(start({ kind: 'payments', input: {} }, 'other-token')).rejects.toMatchObject({
    code: 'export_too_large',
  })
  await run()
  Object.assign(kind, { rowsMax })
  expect(await jobs()).toMatchObject([{ id, state: 'FAILED', problem: 'export_too_large' }])
})

const asMember = (role: string) =>
  dashboard.database.as('checkout_dashboard_system').query({
    text: 'UPDATE dashboard.membership SET role = $2 WHERE user_id = $1',
    values: [ctx.userId, role],
  })

test('a spreadsheet masks the e-mails of payers for a role without contacts, which reads no file of other roles', async () => {
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } }, 'whole-token')
  await run()
  const colleague = { ...ctx, userId: 'usr_colleague' }
  await expect(readExportFile(colleague, id, 'ACCOUNTANT')).rejects.toMatchObject({
    code: 'resource_not_found',
  })
  expect((await listExports(dashboard, colleague, 'ACCOUNTANT')).exports).toEqual([])
  expect((await readExportFile(colleague, id, 'SUPPORT')).bytes).toBeGreaterThan(0)
  await asMember('ACCOUNTANT')
  const document = await start({ kind: 'payments', input: { status: 'APPROVED' } }, 'masked-document')
  await run()
  await asMember('OWNER')
  const text = sheetOf(await fileOf(document.id))
  expect(text).toContain('•••')
  expect(text).not.toContain('b&lt;c&gt;@')
})

test('a settlement’s document masks the e-mail of a payer without a name for a role without contacts', async () => {
  const payer = { name: '', email: 'nameless@example.test' }
  host.payments.push(aPayment({ id: 'pay_nameless', payer, settlement_id: 'set_1', status: 'APPROVED' }))
  await fetchObject(ctx, 'payments', 'pay_nameless')
  const payersOf = async (seesContacts: boolean) =>
    JSON.stringify(await readSettlementDocument({ ...ctx, seesContacts }, 'set_1', { take: 10 }))
  expect(await payersOf(true)).toContain(payer.email)
  expect(await payersOf(false)).not.toContain(payer.email)
  host.payments.pop()
  await ctx.prisma.mirrorPayment.deleteMany({ where: { connectionId: ctx.connectionId, id: 'pay_nameless' } })
})

test('a file of an account that cannot be opened fails after its tries, and the other accounts’ files are made', async () => {
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } }, 'poison-token')
  const keyring = { ...dashboard.keyring, open: () => expect.unreachable() }
  const away = { ...dashboard, keyring: Object.assign(Object.create(dashboard.keyring), keyring) }
  for (let tries = 1; tries <= 4; tries += 1) {
    await runExport(away, { owner: 'test' })
    await ctx.db.query({ text: 'UPDATE dashboard.export_job SET lease_until = NULL' })
  }
  expect(await jobs()).toMatchObject([{ id, state: 'FAILED', problem: 'internal_error' }])
  expect(await run()).toBe(false)
})

test('a settlement becomes a PDF with its sums and payments', async () => {
  const { id } = await start({ kind: 'settlement', input: { settlement_id: 'set_1' } })
  await run()
  expect((await fileOf(id)).subarray(0, 5).toString()).toBe('%PDF-')
  const settlement = aSettlement({
    id: 'set_1',
    currency: 'KWD',
    gross_amount: 1.5,
    fee_amount: 0.045,
    net_amount: 1.455,
  })
  const payments = [aPayment({ payer: { name: 'Łucja Ñandú', email: '' }, currency: 'KWD', amount: 1.5 })]
  const text = JSON.stringify(settlementDocument(ctx.account, { settlement, payments, at: NOON }))
  for (const part of ['1.500 KWD', '-0.045 KWD', '1.455 KWD', 'Łucja Ñandú', 'Café Aurora'])
    expect(text).toContain(part)
})

test('no text prevents a PDF, as for an account in Kuwait with an Arabic name', async () => {
  const rename = (name: string, currency: string) =>
    ctx.db.query({
      text: `UPDATE dashboard.connection SET account = account || jsonb_build_object('name', $2::text, 'currency', $3::text)
        WHERE id = $1`,
      values: [ctx.connectionId, name, currency],
    })
  await rename('مقهى الفجر', 'KWD')
  await start({ kind: 'settlement', input: { settlement_id: 'set_1' } })
  await run()
  await rename(ctx.account.name, ctx.account.currency)
  expect(await jobs()).toMatchObject([{ state: 'DONE', problem: null }])
})

test('payers with any name are in a PDF, and a very long one does not fill it', async () => {
  const names = [
    'Ada 😀',
    'Ada\u200e',
    'Ada\u202fL',
    '👨‍👩‍👧',
    'Kalani ʻŌ',
    'Ḥasan',
    '₿',
    'Nguye\u0302\u0303n',
    'カフェ',
    '咖啡馆',
    'מ',
    'ก',
    '\u2800',
    '\ue000',
    'x'.repeat(200_000),
    'Z\u0335'.repeat(5_000),
  ]
  const payments = names.map((name, index) => aPayment({ id: `pay_${index}`, payer: { name, email: '' } }))
  const document = settlementDocument(ctx.account, { settlement: aSettlement(), payments, at: NOON })
  expect(JSON.stringify(document)).not.toContain('x'.repeat(201))
  const file = Buffer.from(await pdfFile(document))
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('a PDF with the maximum of lines is laid out within the lease of its job', async () => {
  const payments = Array.from({ length: exportKinds.settlement.rowsMax }, (_, index) =>
    aPayment({ id: `pay_${index}` }),
  )
  const began = performance.now()
  await pdfFile(settlementDocument(ctx.account, { settlement: aSettlement(), payments, at: NOON }))
  expect(performance.now() - began).toBeLessThan(30_000)
}, 60_000)

test('downloads and deletions of a file are audited, even an unfinished download', async () => {
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } }, 'taken-token')
  await run()
  const trail = () =>
    ctx.prisma.auditEntry.findMany({
      where: { connectionId: ctx.connectionId, objectId: id },
      orderBy: { id: 'asc' },
      select: { action: true, outcome: true, userId: true, details: true },
    })
  await readExportFile(ctx, id, 'ACCOUNTANT')
  await expect(readExportFile(ctx, id, 'DEVELOPER')).rejects.toMatchObject({ code: 'resource_not_found' })
  dashboard.passMs(1)
  await deleteExport(ctx, { id }, 'ACCOUNTANT')
  await deleteExport(ctx, { id }, 'ACCOUNTANT')
  const details = { file: expect.stringMatching(/^payments-.*\.xlsx$/) }
  expect(await trail()).toEqual([
    { action: 'exports.download', outcome: 'done', userId: ctx.userId, details },
    { action: 'exports.delete', outcome: 'done', userId: ctx.userId, details },
  ])
})

test('an account keeps its newest 50 files and 200 MB of them', async () => {
  await start({ kind: 'payments', input: { status: 'APPROVED' } })
  await run()
  const age = (position: string) => `finished_at - ${position} * interval '1 minute'`
  await ctx.db.query({
    text: `INSERT INTO dashboard.export_job (connection_id, id, kind, input, file_name, state, bytes, created_at, finished_at, expires_at)
      SELECT connection_id, 'old' || n, kind, input, file_name, state, bytes, created_at, ${age('n')}, expires_at
      FROM dashboard.export_job, generate_series(1, 60) AS n WHERE connection_id = $1`,
    values: [ctx.connectionId],
  })
  const kept = async () => (await jobs()).map(({ id }) => id)
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } }, 'second-token')
  await run()
  expect(await kept()).toHaveLength(50)
  expect(await kept()).toEqual(expect.arrayContaining([id, 'old1', 'old48']))
  await ctx.prisma.exportJob.updateMany({
    where: { connectionId: ctx.connectionId, id: { in: ['old10', 'old11'] } },
    data: { bytes: 120_000_000 },
  })
  await start({ kind: 'payments', input: { status: 'APPROVED' } }, 'third-token')
  await run()
  expect(await kept()).toContain('old10')
  expect(await kept()).not.toContain('old11')
  expect(await kept()).not.toContain('old12')
})

test('many waiting files of one account do not delay another account’s file', async () => {
  const other = await dashboard.owner(otherHost, 'owner@other.test')
  const request = { kind: 'payments', input: { status: 'APPROVED' } } as const
  for (let index = 0; index < 3; index += 1)
    await start({ kind: 'payments', input: { q: `wait${index}` } }, `waiting-token-${index}`)
  await run()
  await startExport(other, { ...request, form_token: 'form-token' }, 'OWNER')
  await run()
  expect((await listExports(dashboard, other, 'OWNER')).exports).toMatchObject([{ state: 'DONE' }])
  expect((await jobs()).filter(({ state }) => state === 'QUEUED')).toHaveLength(2)
})

test('a role without the permission cannot start, see or read a file, and an expired file is gone', async () => {
  const request = { kind: 'payments', input: {}, form_token: 'form-token' } as const
  await expect(startExport(ctx, request, 'DEVELOPER')).rejects.toMatchObject({ code: 'forbidden' })
  const { id } = await start({ kind: 'payments', input: {} })
  await run()
  expect((await listExports(dashboard, ctx, 'DEVELOPER')).exports).toEqual([])
  await expect(readExportFile(ctx, id, 'DEVELOPER')).rejects.toMatchObject({ code: 'resource_not_found' })
  dashboard.passMs(8 * DAY_MS)
  await expect(fileOf(id)).rejects.toMatchObject({ code: 'resource_not_found' })
  await pruneExports(dashboard)
  dashboard.setNow(NOON)
  expect(await jobs()).toEqual([])
  await deleteExport(ctx, { id }, 'ACCOUNTANT')
})

/** Returns the sheet of a spreadsheet: its last entry, found by the central directory. */
function sheetOf(file: Buffer): string {
  for (let at = file.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; ) {
    const [packed, nameLength, extra, comment, local] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
      file.readUInt32LE(at + 42),
    ]
    if (file.toString('utf8', at + 46, at + 46 + nameLength) === 'xl/worksheets/sheet1.xml') {
      const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
      return inflateRawSync(file.subarray(begin, begin + packed)).toString('utf8')
    }
    at += 46 + nameLength + extra + comment
  }
  throw new Error('the file has no sheet')
}

/** Returns the texts of the nonempty cells of each row. */
function cellsOf(xml: string): string[][] {
  return [...xml.matchAll(/<row .*?<\/row>/gs)].map(([row]) =>
    [...row.matchAll(/<c [^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs)].map(
      ([, text, value]) => text ?? value ?? '',
    ),
  )
}
