import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '@/lib/dashboard/team/sign-in'
import { Keyring } from '@/lib/platform/secrets'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { runOperator } from './program'

const PERSON = ['--name', 'Aurora', '--owner', 'Rosa Aurora', '--email', 'rosa@aurora.test']
const KEYRING = new Keyring(`k1:${Buffer.alloc(32).toString('base64')}`)

const dashboard = await startDashboard()

describe('access to the dashboard', () => {
  let api: RunningApi
  let merchant: Merchant

  beforeAll(async () => {
    api = await startApi()
    merchant = await api.merchant()
  })

  afterAll(async () => {
    await api.stop()
  })

  async function run(args: readonly string[], apiKey?: string) {
    let out = ''
    const errors: string[] = []
    const session = {
      database: dashboard.database,
      db: api.database.as('checkout_system'),
      keyring: KEYRING,
      urls: { web: 'http://localhost:3000', api: api.origin.replace('127.0.0.1', 'localhost') },
      testMode: true,
      bank: 'test_bank' as const,
      processor: 'test_bank' as const,
      books: null,
      apiKey,
      now: () => new Date(),
      write: (text: string) => {
        out += text
      },
    }
    const code = await runOperator(args, session, (line) => errors.push(line))
    return { code, out, errors }
  }

  async function people(): Promise<number> {
    const { rows } = await dashboard.database.as('checkout_dashboard_system').query<{ count: number }>({
      text: `SELECT count(*)::int AS count FROM dashboard."user" WHERE email = 'rosa@aurora.test'`,
    })
    return rows[0]?.count ?? -1
  }

  it('a missing or refused key, or a URL without a host, leaves nothing behind', async () => {
    expect(await run(['team', 'create', ...PERSON])).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('Set API_KEY')],
    })
    expect(await run(['team', 'create', ...PERSON], 'checkout_sk_of_nobody')).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('did not take the key')],
    })
    const nowhere = ['--base-url', 'http://localhost:1/api/v1']
    expect(await run(['team', 'create', ...PERSON, ...nowhere], merchant.key)).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('did not respond')],
    })
    expect(await people()).toBe(0)
  })

  it('a new owner signs in with the password that is shown once, connected to the account', async () => {
    const { code, out, errors } = await run(['--json', 'team', 'create', ...PERSON], merchant.key)
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
    const answer = JSON.parse(out)
    expect(answer).toMatchObject({
      account_id: merchant.account.id,
      sign_in: 'http://localhost:3000/sign-in',
      manages_account: true,
    })
    const { rows } = await dashboard.database.as('checkout_dashboard_system').query({
      text: `SELECT c.account ->> 'id' AS account, s.kind, s.state FROM dashboard.connection c
        JOIN dashboard.sync_run s ON s.connection_id = c.id WHERE c.team_id = $1`,
      values: [answer.team_id],
    })
    expect(rows).toEqual([{ account: merchant.account.id, kind: 'IMPORT', state: 'QUEUED' }])
    const person = { email: 'Rosa@aurora.test', password: answer.password, address: '127.0.0.1' }
    expect(await signIn(dashboard, person)).toMatchObject({ userId: expect.any(String) })
    expect(JSON.stringify(rows)).not.toContain(merchant.key)
  })

  it('an e-mail that already has a user is refused', async () => {
    expect(await run(['team', 'create', ...PERSON], merchant.key)).toMatchObject({
      code: 1,
      errors: ['rosa@aurora.test signs in here already.'],
    })
    expect(await people()).toBe(1)
  })

  it('a new password for a user is shown once, and ends the old one and all sessions', async () => {
    const email = 'forgot@aurora.test'
    const person = ['--name', 'Aurora', '--owner', 'Rosa Aurora', '--email', email]
    const created = JSON.parse((await run(['--json', 'team', 'create', ...person], merchant.key)).out)
    const before = { email, password: created.password, address: '127.0.0.1' }
    expect(await signIn(dashboard, before)).toMatchObject({ email })

    const { code, out, errors } = await run(['--json', 'team', 'password', '--email', 'Forgot@aurora.test'])
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
    const answer = JSON.parse(out)
    expect(answer).toMatchObject({ sign_in: 'http://localhost:3000/sign-in', email })
    expect(answer.password).not.toBe(created.password)
    expect(await signIn(dashboard, before)).toBe('wrong')
    expect(await signIn(dashboard, { ...before, password: answer.password })).toMatchObject({ email })
  })

  it('a new password for an unknown e-mail is refused', async () => {
    expect(await run(['team', 'password', '--email', 'nobody@aurora.test'])).toMatchObject({
      code: 1,
      errors: ['Nobody signs in here as nobody@aurora.test.'],
    })
  })

  it('two-step sign-in is turned off for a user without phone and codes, with an audit entry', async () => {
    const email = 'phoneless@aurora.test'
    const person = ['--name', 'Aurora', '--owner', 'Rosa Aurora', '--email', email]
    const created = JSON.parse((await run(['--json', 'team', 'create', ...person], merchant.key)).out)
    const typed = { email, password: created.password, address: '127.0.0.1' }
    const db = dashboard.database.as('checkout_dashboard_system')
    const { rows } = await db.query<{ id: string }>({
      text: `UPDATE dashboard."user" SET totp_sealed = 'v1.k1.x.x', totp_confirmed_at = now() WHERE email = $1 RETURNING id`,
      values: [email],
    })
    expect(await signIn(dashboard, typed)).toBe('two_step_required')
    const off = ['--json', 'team', 'two-step', 'off', '--email', email]
    expect(JSON.parse((await run(off)).out)).toEqual({ email, two_step: 'off' })
    expect(await signIn(dashboard, typed)).toMatchObject({ email })
    expect(await run(off)).toMatchObject({
      code: 1,
      errors: [`Two-step sign-in of ${email} is off already.`],
    })
    const { rows: entries } = await db.query({
      text: `SELECT action, user_id, details FROM dashboard.audit_entry WHERE object_id = $1`,
      values: [rows[0]?.id],
    })
    expect(entries).toEqual([
      { action: 'user.two_step_off', user_id: null, details: { by: 'operator', email } },
    ])
  })
})
