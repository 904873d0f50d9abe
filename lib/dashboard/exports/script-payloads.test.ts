import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { mailText } from '@/lib/dashboard/mail/mail-text'
import { inertCell } from '@/lib/domain/inert-cell'
import { aCustomer, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { scriptPayloads } from '@/test/script-payloads'
import { xlsxFile } from './xlsx-file'

const { dashboard, host, ctx } = await connectedDashboard()
const payloads = [...scriptPayloads(), 'x;=1+1;y', 'x; "=1+1"', 'x|@SUM(A1)', 'x\t+1-2', 'x\r\n-1-2']
const now = () => dashboard.now()

beforeAll(async () => {
  host.payments = payloads.map((name, index) =>
    aPayment({ id: `P${index}`, payer: { name, email: `${index}@example.test` } }),
  )
  host.customers = payloads.map((name, index) =>
    aCustomer({ id: `C${index}`, name, notes: name, external_ref: name, phone: `+502 5555 ${1000 + index}` }),
  )
  await dashboard.importHistories()
  for (const name of payloads)
    await recordTeamAudit(ctx.db, {
      ...ctx,
      action: 'keys.create',
      objectId: name,
      details: { name },
      now: now(),
    })
})

test.each(['payments', 'customers', 'audit'] as const)(
  'a CSV of kind %s has every text in its own cell, and no formula',
  async (kind) => {
    const { data, errors } = Papa.parse<string[]>((await csvOf(dashboard, ctx, kind)).trim())
    expect(errors).toEqual([])
    const width = data[0]?.length
    for (const row of data) expect(row).toHaveLength(width ?? 0)
    const cells = data.flat()
    expect(payloads.filter((payload) => !cells.includes(inertCell(payload)))).toEqual([])
    expect(cells.filter((cell) => /(?:^|[;,|\s])[=@\t\r-]/.test(cell))).toEqual([])
  },
)

function sheetOf(texts: readonly string[]): Promise<Uint8Array> {
  async function* chunks() {
    yield texts.map((text) => [text])
  }
  return xlsxFile({ headings: ['Text'], timezone: 'UTC', sheet: 'Texts' }, chunks())
}

test('a spreadsheet shows a text that looks like an escape of its format as it is', async () => {
  const file = await sheetOf(['_x0041_', '_x000d_x0041_', 'a_x41_b'])
  const sheet = new TextDecoder().decode(unzipSync(file)['xl/worksheets/sheet1.xml'])
  const [, ...texts] = [...sheet.matchAll(/<t [^>]*>(.*?)<\/t>/g)].map(([, text]) => text)
  expect(texts).toEqual(['_x005F_x0041_', '_x005F_x000d_x005F_x0041_', 'a_x41_b'])
})

test('a spreadsheet stores texts only as text cells', async () => {
  const file = await sheetOf(payloads)
  const xml = Object.values(unzipSync(file))
    .map((part) => new TextDecoder().decode(part))
    .join('')
  expect(xml).not.toMatch(/<f>|<(script|img|svg|iframe|a|input|object|style)[\s>/]/i)
})

test('a mail contains only the tags of its template, for any text in it', () => {
  const letter = (text: string) =>
    mailText({
      subject: text,
      greeting: text,
      lines: [[text, text]],
      link: { label: text, url: 'https://pay.example.test/' },
      closing: text,
    })
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)
  const plain = tagsOf(letter('x').html)
  for (const payload of payloads) {
    const { html, subject } = letter(payload)
    expect(tagsOf(html)).toEqual(plain)
    expect(subject).not.toMatch(/[\r\n]/)
    const linked = mailText({
      ...{ subject: '', greeting: '', lines: [], closing: '' },
      link: { label: 'x', url: payload },
    })
    expect(linked.html).not.toContain('<a ')
  }
})
