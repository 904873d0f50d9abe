import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Database, type Side } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { recordNotice } from '@/lib/service/notices/processor-notices'
import type { ProcessorName } from '@/lib/service/processor/currencies'
import { ROOT } from '@/scripts/stamps.mjs'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { runOperator } from './program'

const ACCOUNT =
  '--name Shop --email a@shop.example --currency USD --timezone America/Guatemala --country GT'.split(' ')

const COUNTRY = '--country: Must be a two-letter country code of ISO 3166, such as GT.'
const ZONE = '--timezone: Must be a time zone name, such as America/Guatemala.'

describe('the operator command', () => {
  let test: TestDatabase
  let database: Database<Side>

  beforeEach(async () => {
    test = await createTestDatabase()
    database = new Database<Side>({ url: test.url, max: 2 })
  })

  afterEach(async () => {
    await database.close()
    await test.drop()
  })

  let processor: ProcessorName = 'test_bank'

  async function run(...args: string[]) {
    let out = ''
    const errors: string[] = []
    const session = {
      database,
      db: database.as('checkout_system'),
      keyring: new Keyring(`k1:${Buffer.alloc(32).toString('base64')}`),
      urls: { web: 'https://pay.example', api: 'https://api.example' },
      testMode: true,
      bank: 'test_bank' as const,
      processor,
      books: null,
      now: () => new Date(),
      write: (text: string) => {
        out += text
      },
    }
    const code = await runOperator(args, session, (line) => errors.push(line))
    return { code, out, errors }
  }

  async function json(...args: string[]) {
    const { code, out, errors } = await run(...args, '--json')
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
    return JSON.parse(out)
  }

  async function audited() {
    const { rows } = await database.as('checkout_system').query<{ action: string; actor: string }>({
      text: 'SELECT action, actor FROM service.audit_entry ORDER BY created_at, id',
    })
    expect(rows.every((row) => row.actor === 'operator')).toBe(true)
    return rows.map((row) => row.action)
  }

  it('an account is created, shown and changed, with an audit entry of each change', async () => {
    const made = await json('account', 'create', ...ACCOUNT)
    expect(Object.keys(made)).toEqual(['account_id', 'slug', 'api_key', 'sign_up_url'])
    expect(made.api_key).toMatch(/^checkout_sk_/)
    expect(made.sign_up_url).toBe(`https://pay.example/join/${made.slug}`)
    const id = made.account_id
    expect(await json('account', 'show', id)).toMatchObject({ id, object: 'account', status: 'ACTIVE' })
    expect(await json('account', 'suspend', id)).toMatchObject({
      status: 'SUSPENDED',
      charges_enabled: false,
    })
    expect(await json('account', 'activate', id)).toMatchObject({ status: 'ACTIVE', charges_enabled: true })
    expect(await json('account', 'charges', id, 'off')).toMatchObject({ charges_enabled: false })
    expect(await json('account', 'fees', id, '--percent', '1.5', '--fixed', '0.25')).toEqual({
      account_id: id,
      percent: 1.5,
      fixed: 0.25,
      dispute: 0,
      currency: 'USD',
    })
    expect(await json('account', 'fees-on-refund', id, 'return')).toMatchObject({ fees_on_refund: 'return' })
    const withDispute = ['--percent', '1.5', '--fixed', '0.25', '--dispute', '15']
    expect(await json('account', 'fees', id, ...withDispute)).toMatchObject({ dispute: 15 })
    expect(await json('account', 'close', id)).toMatchObject({ status: 'CLOSED' })
    expect(await json('account', 'list')).toHaveLength(1)
    // Two of them happen within one millisecond.
    expect((await audited()).toSorted()).toEqual(
      [
        'account.created',
        'api_key.created',
        'account.suspended',
        'account.active',
        'account.charges_off',
        'account.fees_set',
        'account.fees_on_refund_set',
        'account.fees_set',
        'account.closed',
      ].toSorted(),
    )
  })

  it('an account in a currency that the processor cannot charge is refused, and existing ones stay', async () => {
    const inKrona = ACCOUNT.map((value) => (value === 'USD' ? 'ISK' : value))
    const { account_id: id } = await json('account', 'create', ...inKrona)
    processor = 'stripe'
    expect(await run('account', 'create', ...inKrona)).toMatchObject({
      code: 1,
      errors: [expect.stringMatching(/^--currency: The card processor here \(stripe\) cannot charge/)],
    })
    expect(await json('account', 'show', id)).toMatchObject({ currency: 'ISK' })
    processor = 'test_bank'
  })

  it('an open notice of the processor fails the check until it is closed', async () => {
    const notice = {
      eventId: 'evt_1',
      kind: 'payout',
      amountMinor: 1_000,
      currency: 'usd',
      summary: 'payout to the operator’s bank: failed',
      occurredAt: new Date(),
    } as const
    await recordNotice(database.as('checkout_system'), notice, { paymentId: null, now: new Date() })
    const checked = await run('check', '--json')
    expect(checked.code).toBe(1)
    expect(JSON.parse(checked.out)).toMatchObject({
      coherent: true,
      notices: [{ event_id: 'evt_1', kind: 'payout', currency: 'USD' }],
    })
    expect((await run('check')).out).toContain('The card processor reported 1 open notice:')
    expect(await json('notices', 'list')).toHaveLength(1)
    expect(await json('notices', 'close', 'evt_1')).toEqual({ event_id: 'evt_1', closed: true })
    expect(await run('notices', 'close', 'evt_1')).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('There is no open notice evt_1.')],
    })
    expect((await run('check')).code).toBe(0)
  })

  it('keys are created, listed and revoked, and a key is shown once', async () => {
    const { account_id: id } = await json('account', 'create', ...ACCOUNT)
    const key = await json('key', 'create', '--account', id, '--name', 'Till')
    expect(Object.keys(key)).toEqual(['id', 'api_key'])
    const listed = await run('key', 'list', '--account', id, '--json')
    expect(JSON.parse(listed.out)).toHaveLength(2)
    expect(listed.out).not.toContain(key.api_key)
    expect(await json('key', 'revoke', key.id)).toMatchObject({ id: key.id, revoked_at: expect.any(String) })
  })

  it('webhook endpoints are created, listed, paused, resumed and deleted', async () => {
    const { account_id: id } = await json('account', 'create', ...ACCOUNT, '--trial')
    const hook = await json('webhook', 'create', '--account', id, '--url', 'https://shop.example/hook')
    expect(Object.keys(hook)).toEqual(['id', 'secret'])
    expect(hook.secret).toMatch(/^whsec_/)
    expect(await json('webhook', 'pause', hook.id)).toMatchObject({ status: 'PAUSED' })
    expect(await json('webhook', 'resume', hook.id)).toMatchObject({ status: 'ACTIVE' })
    expect(await json('webhook', 'list', '--account', id)).toMatchObject([{ id: hook.id, status: 'ACTIVE' }])
    expect(await json('webhook', 'delete', hook.id)).toMatchObject({ status: 'DELETED' })
    expect(await json('webhook', 'list', '--account', id)).toEqual([])
    expect((await run('webhook', 'resume', hook.id)).code).toBe(1)
    expect((await audited()).filter((action) => action.startsWith('webhook'))).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.paused',
      'webhook_endpoint.resumed',
      'webhook_endpoint.deleted',
    ])
  })

  it.each([
    [['account', 'show', 'acct_x'], 'There is no account acct_x. `operator account list` shows them.'],
    [['account', 'create'], "required option '--name <name>' not specified"],
    [['account', 'create', ...ACCOUNT.slice(0, 4), '--currency', 'XXQ', ...ACCOUNT.slice(6)], '--currency: '],
    [['account', 'create', ...ACCOUNT, '--country', 'ZZ'], COUNTRY],
    [['account', 'create', ...ACCOUNT, '--country', 'EU'], COUNTRY],
    [['account', 'create', ...ACCOUNT, '--country', 'GTM'], COUNTRY],
    [['account', 'create', ...ACCOUNT, '--timezone', '+05:00'], ZONE],
    [['account', 'create', ...ACCOUNT, '--timezone', 'Etc/Unknown'], ZONE],
    [['account', 'create', ...ACCOUNT, '--timezone', 'IST'], ZONE],
    [['account', 'fees', 'acct_x', '--percent', 'much', '--fixed', '0'], '--percent: Must be a number.'],
    [['account', 'charges', 'acct_x', 'maybe'], 'Say on or off.'],
    [['webhook', 'pause', 'we_x'], 'There is no webhook endpoint we_x.'],
    [
      ['webhook', 'create', '--account', 'acct_x', '--url', 'https://a.example'],
      'There is no account acct_x.',
    ],
    [['key', 'revoke', 'key_x'], 'There is no API key key_x.'],
    [['nonsense'], "unknown command 'nonsense'. See `npm run -s operator -- --help`."],
    [['acount'], "unknown command 'acount' (Did you mean account?). See `npm run -s operator -- --help`."],
  ])('%j exits with code 1 and one line', async (args, line) => {
    const { code, out, errors } = await run(...args)
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(line)
    expect(errors[0]).not.toContain('\n')
  })

  it('an internal URL is refused, with the name of the option', async () => {
    const { account_id: id } = await json('account', 'create', ...ACCOUNT)
    const refused = await run('webhook', 'create', '--account', id, '--url', 'https://169.254.169.254/')
    expect(refused.code).toBe(1)
    expect(refused.errors).toEqual([
      '--url: The URL must name a public host: no IP address, no internal name.',
    ])
  })

  it('a public deployment registers no endpoint on its own machine, even in test mode', async () => {
    const { account_id: id } = await json('account', 'create', ...ACCOUNT)
    const { code, errors } = await run(
      'webhook',
      'create',
      '--account',
      id,
      '--url',
      'http://localhost:4000/',
    )
    expect([code, errors[0]]).toEqual([1, expect.stringContaining('--url: The URL must use https.')])
  })

  it('the check of the books exits with 1 on a discrepancy', async () => {
    const { account_id: id } = await json('account', 'create', ...ACCOUNT)
    expect(await json('check')).toEqual({ coherent: true, breaks: [], notices: [] })
    const owner = new Client({ connectionString: test.url })
    await owner.connect()
    await owner.query(
      `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, fee_minor, approved_at, created_at)
        VALUES ($1, 'pay_1', 100, 'USD', 'APPROVED', 'Ann', 3, now(), now())`,
      [id],
    )
    const { code, out } = await run('check', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      coherent: false,
      breaks: expect.arrayContaining([
        {
          kind: 'payment_booked_wrongly',
          account_id: id,
          object_id: 'pay_1',
          found: 'nothing',
          expected: expect.any(String),
        },
      ]),
    })
    expect((await run('check')).out).toContain('payment_booked_wrongly')
    await owner.query(`DELETE FROM service.payment WHERE id = 'pay_1'`)
    await owner.end()
  })

  it('the output without --json is readable text', async () => {
    const { out } = await run('account', 'create', ...ACCOUNT)
    expect(out).toMatch(
      /^account_id {3}acct_\w+\nslug {9}shop\napi_key {6}checkout_sk_\w+\nsign_up_url {2}https/,
    )
    expect((await run('account', 'list')).out).toMatch(
      /^1 account, the newest first:\n\nid +name +slug +status +currency +created_at\nacct_/,
    )
    expect((await run('--help')).code).toBe(0)
  })

  it('every documented command exists, with its options', async () => {
    for (const [command, options] of documentedCommands()) {
      const { out } = await run(...command.split(' '), '--help')
      expect(out).toContain(`Usage: operator ${command} `)
      for (const option of options) expect(out).toContain(`${option} `)
    }
  })
})

/** Returns the operator's commands in the README and docs/operate.md: each with its options. */
function documentedCommands(): [string, string[]][] {
  const text = ['README.md', 'docs/operate.md']
    .map((page) => readFileSync(path.join(ROOT, page), 'utf8'))
    .join('\n')
  const joined = text.replaceAll(/\\\n\s*/g, '')
  const commands = joined.matchAll(/npm run -s operator -- ((?:[a-z][a-z-]*(?: |$|\b))+)([^`\n]*)/g)
  return [...commands].map(([, command = '', rest = '']) => [
    command.trim(),
    rest.match(/--(?!json)[a-z]+/g) ?? [],
  ])
}
