import { inflateRawSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { CELL_MAX, type FileCell } from '@/lib/dashboard/reads/file-rows'
import { textsOf, translatorOf } from '@/lib/messages/catalogue'
import { ENGLISH } from '@/test/english'
import { anAdjustment, aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { listExports, readExportFile, removeExport, startExport } from './export-jobs'
import { exportKinds, type PlannedFile } from './export-kinds'
import { pdfFile } from './pdf-file'
import { pruneExports, runExport } from './run-export'
import { type ExportRequest, PDF_ROWS_MAX } from './shape'

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

const start = (request: ExportRequest) => startExport(ctx, request, 'ACCOUNTANT', ENGLISH)
const jobs = async () => (await listExports(dashboard, ctx, 'SUPPORT')).exports
const run = (leaseMs?: number) =>
  runExport(dashboard, { owner: 'test', ...(leaseMs === undefined ? {} : { leaseMs }) })

const task: Parameters<typeof pdfFile>[0] = {
  head: { title: 'Settlement', lead: 'x'.repeat(200_000), sections: [{ pairs: [['Net', '1.00 USD']] }] },
  headings: ['Created', 'Payer', 'Payment ID', 'Amount'],
  holder: 'Café Aurora',
  timezone: 'UTC',
  at: NOON.toISOString(),
  sheet: '',
  language: 'en',
  locale: 'en',
  texts: textsOf('en', ['export-files']),
}

async function* only(rows: FileCell[][]) {
  yield rows
}

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
  const csv = await csvOf(dashboard, ctx, 'payments', { query: { status: 'FAILED' } })
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

test('the audit log has the filters and rows of a file', async () => {
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } })
  await run()
  const entry = await ctx.prisma.auditEntry.findFirst({ where: { id: `aud_${id}` } })
  expect(entry).toMatchObject({ outcome: 'done', userId: ctx.userId })
  expect(entry?.details).toMatchObject({ filters: { status: 'APPROVED' }, rows: 3, format: 'xlsx' })
})

test('a repeated choice returns the unfinished file', async () => {
  const request = { kind: 'payments', input: { status: 'FAILED', q: 'a' } } as const
  const [one, other] = await Promise.all([start(request), start(request)])
  expect(other).toEqual(one)
  expect(await start({ kind: 'payments', input: { q: 'a' } })).not.toEqual(one)
  expect(await jobs()).toHaveLength(2)
  await run()
  await run()
  expect(await start(request)).not.toEqual(one)
})

test('a file of filtered payments is named after their state', async () => {
  await start({ kind: 'payments', input: { status: 'FAILED', period: '30d' } })
  expect((await jobs())[0]?.name).toBe('payments-declined-2026-11-20.xlsx')
})

test('a file is in the language and the formats of the member who starts it', async () => {
  const spanish = { t: translatorOf('es', 'es-AR'), language: 'es', locale: 'es-AR' } as const
  const input = { settlement_id: 'set_1' }
  const plan = vi.spyOn(exportKinds.settlement, 'plan')
  const { id } = await startExport(ctx, { kind: 'settlement', input }, 'OWNER', spanish)
  const other = await startExport(ctx, { kind: 'settlement', input }, 'OWNER', ENGLISH)
  expect(other).not.toEqual({ id })
  await removeExport(ctx, other, 'OWNER')
  expect(await jobs()).toMatchObject([{ id, name: 'liquidacion-set_1.pdf' }])
  await run()
  expect(await jobs()).toMatchObject([{ id, state: 'DONE' }])
  const [, , texts] = plan.mock.lastCall ?? []
  expect(texts).toMatchObject({ language: 'es', locale: 'es-AR-u-nu-latn' })
  const drawn = plan.mock.results.at(-1)?.value.drawn
  expect(drawn.headings[0]).toBe('Tipo')
  expect((await drawn.head(ctx)).sections[1].pairs[0]).toEqual(['Bruto', '120,50 USD'])
  plan.mockRestore()
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

/** Has the worker plan its next file with other limits or another count. */
function planWith(change: (drawn: NonNullable<PlannedFile['drawn']>) => Partial<PlannedFile['drawn']>) {
  const { plan } = exportKinds.payments
  vi.spyOn(exportKinds.payments, 'plan').mockImplementationOnce((...args) => {
    const file = plan(...args)
    return { ...file, drawn: file.drawn && { ...file.drawn, ...change(file.drawn) } }
  })
}

test('a cancelled job creates no file, and its running worker stops', async () => {
  const { id } = await start({ kind: 'payments', input: {} })
  // The worker counts within its snapshot, and a member cancels at that time.
  planWith(({ count }) => ({
    count: async (moment) => {
      await removeExport(ctx, { id }, 'ACCOUNTANT')
      return count(moment)
    },
  }))
  await run()
  expect(await jobs()).toEqual([])
  await expect(fileOf(id)).rejects.toMatchObject({ code: 'resource_not_found' })
  const entry = await ctx.prisma.auditEntry.findFirst({ where: { id: `aud_${id}` } })
  expect(entry).toMatchObject({ outcome: 'failed', details: { problem: 'cancelled' } })
})

test('a job with too many rows fails, and the page then offers the CSV', async () => {
  const { id } = await start({ kind: 'payments', input: {} })
  planWith(() => ({ rowsMax: 3 }))
  await run()
  expect(await jobs()).toMatchObject([{ id, state: 'FAILED', problem: 'export_too_large' }])
})

const asMember = (role: string) =>
  dashboard.database.as('checkout_dashboard_system').query({
    text: 'UPDATE dashboard.membership SET role = $2 WHERE user_id = $1',
    values: [ctx.userId, role],
  })

test('a spreadsheet masks the e-mails of payers for a role without contacts, which reads no file of other roles', async () => {
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } })
  await run()
  const colleague = { ...ctx, userId: 'usr_colleague' }
  await expect(readExportFile(colleague, id, 'ACCOUNTANT')).rejects.toMatchObject({
    code: 'resource_not_found',
  })
  expect((await listExports(dashboard, colleague, 'ACCOUNTANT')).exports).toEqual([])
  expect((await readExportFile(colleague, id, 'SUPPORT')).bytes).toBeGreaterThan(0)
  await asMember('ACCOUNTANT')
  const document = await start({ kind: 'payments', input: { status: 'APPROVED' } })
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
  const payersOf = async (seesContacts: boolean) => {
    const { drawn } = exportKinds.settlement.plan(ctx, { settlement_id: 'set_1' }, ENGLISH)
    const reader = { dashboard, ctx: { ...ctx, seesContacts }, role: 'ACCOUNTANT' } as const
    const rows = []
    for await (const chunk of drawn?.chunks(reader, NOON) ?? []) rows.push(...chunk)
    return JSON.stringify(rows)
  }
  expect(await payersOf(true)).toContain(payer.email)
  expect(await payersOf(false)).not.toContain(payer.email)
  host.payments.pop()
  await ctx.prisma.mirrorPayment.deleteMany({ where: { connectionId: ctx.connectionId, id: 'pay_nameless' } })
})

test('a file of an account that cannot be opened fails after its tries, and the other accounts’ files are made', async () => {
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } })
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
  const { drawn } = exportKinds.settlement.plan(ctx, { settlement_id: 'set_1' }, ENGLISH)
  const head = await drawn?.head(ctx)
  expect(head?.sections.flatMap(({ pairs }) => pairs?.map(([, value]) => value) ?? [])).toEqual(
    expect.arrayContaining(['120.50 USD', '-4.50 USD', '116.00 USD']),
  )
})

test('a PDF has the lines of the CSV of its settlement, refunds and disputes after the payments', async () => {
  const adjustments = [anAdjustment({ payment_id: 'pay_formula' })]
  host.settlements.push(aSettlement({ id: 'set_2', refund_amount: 5.5, net_amount: 110.5, adjustments }))
  host.payments.push(
    aPayment({ id: 'pay_2', status: 'APPROVED', amount: 120.5, fee_amount: 4.5, settlement_id: 'set_2' }),
  )
  await fetchObject(ctx, 'settlements', 'set_2')
  await fetchObject(ctx, 'payments', 'pay_2')
  const { drawn } = exportKinds.settlement.plan(ctx, { settlement_id: 'set_2' }, ENGLISH)
  const rows: FileCell[][] = []
  for await (const chunk of drawn?.chunks({ dashboard, ctx, role: 'OWNER' }, NOON) ?? []) rows.push(...chunk)
  const at = { local: NOON.toISOString() }
  const usd = (amount: number) => ({ amount, currency: 'USD' })
  expect(drawn?.headings).toEqual(['Type', 'Payer', 'Created', 'ID', 'Gross', 'Fee', 'Net'])
  expect(rows).toEqual([
    ['Payment', 'Ada Lovelace', at, 'pay_2', usd(120.5), usd(-4.5), usd(116)],
    ['Refund', '=1+1', at, 'ref_1', '', '', usd(-5.5)],
  ])
  expect(await drawn?.count(ctx)).toBe(rows.length)
  const heading = (await drawn?.head(ctx))?.sections.at(-1)
  expect(heading).toEqual({ heading: '1 payment, 1 refund or dispute' })
  const { id } = await start({ kind: 'settlement', input: { settlement_id: 'set_2' } })
  await run()
  expect((await fileOf(id)).subarray(0, 5).toString()).toBe('%PDF-')
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
  const rows = names.map((name, index) => [{ local: NOON.toISOString() }, name, `pay_${index}`, '1.00'])
  const file = Buffer.from(await pdfFile(task, only(rows)))
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('no text of a host fills the memory of a thread: cells are cut before they are sent to it', async () => {
  const long = aPayment({
    id: 'pay_long',
    payer: { name: 'x'.repeat(1_000), email: '' },
    settlement_id: 'set_1',
  })
  host.payments.push(long)
  await fetchObject(ctx, 'payments', 'pay_long')
  const longest = async (drawn: PlannedFile['drawn']) => {
    const lengths = []
    for await (const rows of drawn?.chunks({ dashboard, ctx, role: 'OWNER' }, NOON) ?? [])
      lengths.push(...rows.flat().map((cell) => (typeof cell === 'string' ? cell.length : 0)))
    return Math.max(...lengths)
  }
  const of = { settlement_id: 'set_1' }
  expect(await longest(exportKinds.settlement.plan(ctx, of, ENGLISH).drawn)).toBe(CELL_MAX.pdf)
  expect(await longest(exportKinds.payments.plan(ctx, {}, ENGLISH).drawn)).toBe(CELL_MAX.xlsx)
  host.payments.pop()
  await ctx.prisma.mirrorPayment.deleteMany({ where: { connectionId: ctx.connectionId, id: 'pay_long' } })
})

test('a PDF with the maximum of lines is laid out within the lease of its job', async () => {
  const rows = Array.from({ length: PDF_ROWS_MAX }, (_, index) => [
    '2026-11-20',
    'Ada',
    `pay_${index}`,
    '1.00',
  ])
  const began = performance.now()
  await pdfFile(task, only(rows))
  expect(performance.now() - began).toBeLessThan(30_000)
}, 60_000)

test('downloads and deletions of a file are audited, even an unfinished download', async () => {
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } })
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
  await removeExport(ctx, { id }, 'ACCOUNTANT')
  await removeExport(ctx, { id }, 'ACCOUNTANT')
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
  const { id } = await start({ kind: 'payments', input: { status: 'APPROVED' } })
  await run()
  expect(await kept()).toHaveLength(50)
  expect(await kept()).toEqual(expect.arrayContaining([id, 'old1', 'old48']))
  await ctx.prisma.exportJob.updateMany({
    where: { connectionId: ctx.connectionId, id: { in: ['old10', 'old11'] } },
    data: { bytes: 120_000_000 },
  })
  await start({ kind: 'payments', input: { status: 'APPROVED' } })
  await run()
  expect(await kept()).toContain('old10')
  expect(await kept()).not.toContain('old11')
  expect(await kept()).not.toContain('old12')
})

test('many waiting files of one account do not delay another account’s file', async () => {
  const other = await dashboard.owner(otherHost, 'owner@other.test')
  const request = { kind: 'payments', input: { status: 'APPROVED' } } as const
  for (let index = 0; index < 3; index += 1) await start({ kind: 'payments', input: { q: `wait${index}` } })
  await run()
  await startExport(other, request, 'OWNER', ENGLISH)
  await run()
  expect((await listExports(dashboard, other, 'OWNER')).exports).toMatchObject([{ state: 'DONE' }])
  expect((await jobs()).filter(({ state }) => state === 'QUEUED')).toHaveLength(2)
})

test('a role without the permission cannot start, see or read a file, and an expired file is gone', async () => {
  const request = { kind: 'payments', input: {} } as const
  await expect(startExport(ctx, request, 'DEVELOPER', ENGLISH)).rejects.toMatchObject({ code: 'forbidden' })
  const { id } = await start({ kind: 'payments', input: {} })
  await run()
  expect((await listExports(dashboard, ctx, 'DEVELOPER')).exports).toEqual([])
  await expect(readExportFile(ctx, id, 'DEVELOPER')).rejects.toMatchObject({ code: 'resource_not_found' })
  dashboard.passMs(8 * DAY_MS)
  await expect(fileOf(id)).rejects.toMatchObject({ code: 'resource_not_found' })
  await pruneExports(dashboard)
  dashboard.setNow(NOON)
  expect(await jobs()).toEqual([])
  await removeExport(ctx, { id }, 'ACCOUNTANT')
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
