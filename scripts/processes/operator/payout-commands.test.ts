import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Side } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { ManualBank } from '@/lib/service/bank/manual/manual-bank'
import { openTestPool } from '@/test/factories/create-shop'
import { openSettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { runOperator } from './program'
import type { Session } from './session'

const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
const NOON = new Date('2026-11-10T17:00:00.000Z')
const IBAN = 'DE89370400440532013000'
const OTHER_IBAN = 'NL91ABNA0417164300'
const FROM = { name: 'Checkout GmbH', account: 'NL91 ABNA 0417 1643 00', bic: 'ABNANL2A' }

describe('operator payouts', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payouts-'))
  let test: TestDatabase
  let database: Database<Side>

  beforeAll(async () => {
    test = await createTestDatabase({ tampered: true })
    database = openTestPool(test.url)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await database.close()
    await test.drop()
  })

  const operator = (args: readonly string[], given?: Parameters<typeof run>[1]) =>
    run(['payouts', ...args], given)
  async function run(
    args: readonly string[],
    { json = true, ...given }: Partial<Session> & { json?: boolean } = {},
  ) {
    let out = ''
    const errors: string[] = []
    const session: Session = {
      database,
      db: database.as('checkout_system'),
      keyring,
      urls: { web: 'https://pay.example', api: 'https://api.example' },
      testMode: true,
      processor: 'test_bank',
      books: null,
      bank: 'manual',
      payoutFrom: FROM,
      now: () => NOON,
      write: (text) => {
        out += text
      },
      ...given,
    }
    const code = await runOperator([...args, ...(json ? ['--json'] : [])], session, (line) =>
      errors.push(line),
    )
    for (const number of [IBAN, OTHER_IBAN]) expect(out + errors.join()).not.toContain(number)
    return { code, errors, out, answer: json && out ? JSON.parse(out) : null }
  }
  const fileOf = (batch: number, type: string) => path.join(folder, `payouts-${batch}.${type}`)
  const written = (batch: number) => ['csv', 'xml'].map((type) => readFileSync(fileOf(batch, type), 'utf8'))
  const exporting = (...args: string[]) => operator(['export', '--dir', folder, ...args])

  /** Creates a harness whose one settlement (net 9,680) waits for its export. */
  async function ordered({ currency = 'EUR', to = IBAN } = {}) {
    const harness = await openSettlementHarness({ database, start: NOON, currency, testMode: false })
    await harness.name(to)
    await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
    const [{ id = '' } = {}] = await harness.settlements()
    const wrapBank = () => new ManualBank(database, keyring, { now: harness.now })
    const work = () => harness.transfer({ wrapBank })
    expect(await work()).toEqual(['ordered'])
    return { ...harness, id, work }
  }

  it('a settlement goes from the list to a file, and is paid as soon as the answer is recorded', async () => {
    const shop = await ordered()
    expect((await operator(['list'])).answer).toEqual({
      waiting: [
        {
          settlement_id: shop.id,
          holder: 'Café Aurora',
          bank_name: 'Banco Central',
          account_last4: '3000',
          amount: 96.8,
          currency: 'EUR',
          waits_since: shop.now().toISOString(),
        },
      ],
      totals: [{ currency: 'EUR', total: 96.8 }],
      batches: [],
    })
    expect((await operator(['list'], { json: false })).out).toMatch(
      /^Payouts that wait for an export: 1 \(96\.8 EUR\)\n\nsettlement_id .*There is no batch yet\.\n$/s,
    )
    const { answer } = await exporting()
    const [{ batch }] = answer
    expect(answer).toEqual([
      {
        batch,
        payouts: 1,
        total: 96.8,
        currency: 'EUR',
        csv: fileOf(batch, 'csv'),
        xml: fileOf(batch, 'xml'),
      },
    ])
    const [csv = '', xml = ''] = written(batch)
    expect(Papa.parse(csv.slice(1), { header: true }).data[0]).toMatchObject({
      settlement: shop.id,
      account_number: IBAN,
      amount: '96.80',
    })
    expect(xml).toContain(`<IBAN>${IBAN}</IBAN>`)
    expect(xml).toContain('<DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN>')
    for (const type of ['csv', 'xml']) expect(statSync(fileOf(batch, type)).mode & 0o777).toBe(0o600)

    expect(await shop.work()).toEqual([])
    expect((await operator(['paid', shop.id, '--reference', 'SCT 77'])).answer).toEqual([
      { settlement_id: shop.id },
    ])
    expect(await shop.work()).toEqual(['paid'])
    expect(await shop.settlements()).toMatchObject([{ status: 'PAID', reference: 'SCT 77' }])
    expect(await shop.balance()).toMatchObject({ in_transit: 0, paid_out: 9_680 })
    expect((await operator(['paid', shop.id, '--reference', 'SCT 77'])).answer).toEqual([])
    expect((await operator(['list'])).answer).toEqual({
      waiting: [],
      totals: [],
      batches: [
        {
          batch,
          state: 'closed',
          currency: 'EUR',
          total: 96.8,
          paid_total: 96.8,
          payouts: 1,
          unanswered: 0,
          paid: 1,
          refused_or_withdrawn: 0,
          created_at: NOON.toISOString(),
        },
      ],
    })
  })

  it('a batch is written again byte for byte, and not once the bank has answered', async () => {
    const shop = await ordered()
    const [{ batch }] = (await exporting()).answer
    const first = written(batch)
    writeFileSync(fileOf(batch, 'csv'), 'cut off', { mode: 0o644 })
    rmSync(fileOf(batch, 'xml'))
    const later = () => new Date(NOON.getTime() + 86_400_000)
    await operator(['export', '--batch', String(batch), '--dir', folder], { now: later })
    expect(written(batch)).toEqual(first)
    expect(statSync(fileOf(batch, 'csv')).mode & 0o777).toBe(0o600)
    await operator(['paid', shop.id, '--reference', 'R'])
    const again = await exporting('--batch', String(batch))
    expect([again.code, again.errors[0]]).toEqual([1, expect.stringContaining('is not written again')])
  })

  it('each currency has its batch, and one of them can be exported alone', async () => {
    await ordered({ currency: 'USD' })
    await ordered({ currency: 'EUR' })
    expect((await exporting('--currency', 'USD')).answer).toMatchObject([{ currency: 'USD', payouts: 1 }])
    expect((await exporting()).answer).toMatchObject([{ currency: 'EUR', payouts: 1 }])
    const none = await operator(['export', '--dir', folder], { json: false })
    expect([none.code, none.out]).toEqual([0, 'No payout waits for an export.\n'])
  })

  it('without the account that pays, the CSV alone is written, and the command names the settings', async () => {
    await ordered()
    const { out } = await operator(['export', '--dir', folder], { json: false, payoutFrom: {} })
    expect(out).toMatch(
      /^Batches written: 1\. .*--batch\. For XML files set PAYOUT_FROM_NAME and PAYOUT_FROM_ACCOUNT\.\n/,
    )
    const [, batch] = /payouts-(\d+)\.csv/.exec(out) ?? []
    expect(readdirSync(folder)).toContain(`payouts-${batch}.csv`)
    expect(readdirSync(folder)).not.toContain(`payouts-${batch}.xml`)
    // With the settings, the same batch gets its XML.
    expect((await exporting('--batch', String(batch))).answer[0].xml).toBe(fileOf(Number(batch), 'xml'))
  })

  it('a batch whose files cannot be written is made, and the error names the command that writes them', async () => {
    await ordered()
    const [{ batch: last }] = (await exporting()).answer
    await ordered()
    const next = last + 1
    const blocked = fileOf(next, 'csv')
    mkdirSync(path.join(blocked, 'in-the-way'), { recursive: true })
    const failed = await exporting()
    expect(failed.code).toBe(1)
    expect(failed.errors[0]).toMatch(`Batch ${next} is made, but not its files`)
    expect(failed.errors[0]).toContain(`\`operator payouts export --batch ${next}\``)
    rmSync(blocked, { recursive: true })
    expect((await exporting('--batch', String(next))).answer).toMatchObject([{ batch: next, payouts: 1 }])
    expect((await exporting()).answer).toEqual([])
  })

  it('a refusal reaches the settlement, and another bank account brings it into a new batch', async () => {
    const shop = await ordered()
    const [{ batch }] = (await exporting()).answer
    const refused = await operator(['refused', shop.id, '--reason', 'account_closed'])
    expect(refused.answer).toEqual({ settlement_id: shop.id, refused: 'account_closed' })
    expect(await shop.work()).toEqual(['refused'])
    expect(await shop.settlements()).toMatchObject([{ transfer_step: 'REFUSED', problem: 'account_closed' }])
    await shop.name(OTHER_IBAN)
    expect(await shop.work()).toEqual(['ordered'])
    const [second] = (await exporting()).answer
    expect(second.batch).toBeGreaterThan(batch)
    expect(written(second.batch)[1]).toContain(`<CdtrAcct><Id><IBAN>${OTHER_IBAN}</IBAN>`)
  })

  it('a file of the bank’s answers is recorded as a whole or not at all', async () => {
    const [one, two] = [await ordered(), await ordered()]
    await exporting()
    const file = path.join(folder, 'answers.csv')
    writeFileSync(file, `\uFEFFsettlement;reference\r\n${one.id};R-1\r\nset_nobody;R-2\r\n`)
    const wrong = await operator(['paid', '--file', file])
    expect(wrong.errors).toEqual([
      'Nothing was recorded. Line 3: There is no payout of the settlement "set_nobody".',
    ])
    expect(await one.work()).toEqual([])
    writeFileSync(file, `settlement,reference\n${one.id},R-1\n${two.id},R-1\n`)
    expect((await operator(['paid', '--file', file])).answer).toHaveLength(2)
    expect([await one.work(), await two.work()]).toEqual([['paid'], ['paid']])
    expect((await operator(['paid', '--file', file])).answer).toEqual([])
  })

  it('a batch whose file the bank rejected is withdrawn, and its payouts join a new one', async () => {
    const [bad, good] = [await ordered(), await ordered()]
    const [{ batch }] = (await exporting()).answer
    await operator(['refused', bad.id, '--reason', 'account_not_found'])
    const { answer } = await operator(['withdraw', '--batch', String(batch)])
    expect(answer).toEqual([{ settlement_id: good.id }])
    const [second] = (await exporting()).answer
    expect(second).toMatchObject({ payouts: 1 })
    expect(written(second.batch)[0]).toContain(good.id)
  })

  it('`transfer` orders what waits and returns at once', async () => {
    const shop = await ordered()
    const { answer } = await run(['transfer', '--settlement', shop.id], { now: shop.now })
    expect(answer).toMatchObject([{ settlement_id: shop.id, status: 'PENDING', problem: null }])
    await exporting()
  })

  it.each([
    [['export', '--dir', '/nowhere/at/all'], '/nowhere/at/all is no folder'],
    [['export', '--batch', '999999'], 'There is no batch 999999'],
    [['export', '--batch', 'x'], '--batch: Must be'],
    [['export', '--batch', '1', '--currency', 'EUR'], 'cannot be used with'],
    [['paid', 'set_nobody'], '--reference'],
    [['paid', 'set_nobody', '--reference', ' '], 'Must not be empty'],
    [['paid', 'set_nobody', '--reference', 'R'], 'no payout of the settlement "set_nobody"'],
    [['paid', '--file', '/nowhere.csv'], '/nowhere.csv'],
    [['refused', 'set_nobody', '--reason', 'account_closed'], 'no payout of the settlement "set_nobody"'],
    [['refused', 'set_nobody', '--reason', 'bored'], 'account_not_found|account_closed'],
    [['withdraw', '--batch', '999999'], 'cannot be withdrawn'],
  ])('the command refuses %j in one line', async (args, reason) => {
    const { code, errors } = await operator(args)
    expect([code, errors.length]).toEqual([1, 1])
    expect(errors[0]).toContain(reason)
  })

  it('with another bank the commands do nothing', async () => {
    const { code, errors } = await operator(['list'], { bank: 'test_bank' })
    expect([code, errors]).toEqual([1, ['Payouts are paid by hand only where BANK=manual.']])
  })

  it('a wrong IBAN of the paying account is refused before a batch is made', async () => {
    await ordered()
    const account = 'NL91ABNA0417164301'
    const { errors } = await operator(['export', '--dir', folder], { payoutFrom: { ...FROM, account } })
    expect(errors).toEqual(['PAYOUT_FROM_ACCOUNT is not a right IBAN.'])
    expect((await operator(['list'])).answer.waiting).toHaveLength(1)
  })
})
