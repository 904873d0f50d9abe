import { encode } from 'next-auth/jwt'
import { describe, expect, test } from 'vitest'
import { countSignIn } from '@/lib/dashboard/attempts/attempts'
import { can, permissions, roles } from '@/lib/dashboard/role-permissions'
import { readSession } from '@/lib/dashboard/web/session'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { OWNER } from '@/test/fixtures/test-dashboard'
import { setNewPassword } from './change-password'
import { findAccounts, managedTeam } from './find-accounts'
import { findMember } from './find-member'
import { endSessions, startSession } from './sessions'
import { signIn } from './sign-in'
import { createOwner } from './sign-up'

const { dashboard, ctx } = await connectedDashboard()
const { slug } = ctx

const right = { email: OWNER.email, password: OWNER.password, address: '198.51.100.1' }

let people = 0

/** Creates an owner and returns their e-mail. */
async function newPerson(): Promise<string> {
  people += 1
  const email = `person-${people}@aurora.test`
  await createOwner(dashboard, { ...OWNER, email })
  return email
}

describe('signing in', () => {
  test('a user signs in by e-mail, in upper or lower case, and the correct password', async () => {
    expect(await signIn(dashboard, { ...right, email: ' Owner@Aurora.TEST ' })).toMatchObject({
      email: OWNER.email,
    })
  })

  test('a wrong password and an unknown e-mail have the same message and cost the same work', async () => {
    const timed = async (email: string) => {
      const start = process.cpuUsage()
      // Five rounds: the system measures a process's time in ticks of up to a tenth of one round.
      for (let round = 0; round < 5; round += 1)
        expect(await signIn(dashboard, { ...right, email, password: 'wrong' })).toBe('wrong')
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    await timed('warm@aurora.test')
    const known = await timed(OWNER.email)
    const unknown = await timed('nobody@aurora.test')
    // argon2 takes nearly all of it: without it an unknown e-mail would cost a hundredth.
    expect(unknown).toBeGreaterThan(known / 5)
    expect(await signIn(dashboard, right)).toMatchObject({ email: OWNER.email })
  })

  test('ten failures lock an account for their IP address for a while, and for no other', async () => {
    const other = { ...right, email: 'tried@aurora.test' }
    await createOwner(dashboard, { ...OWNER, email: other.email })
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        signIn(dashboard, { ...other, password: 'guess', address: '203.0.113.5' }),
      ),
    )
    expect(tries.filter((outcome) => outcome === 'wrong')).toHaveLength(10)
    const there = { ...other, address: '203.0.113.5' }
    expect(await signIn(dashboard, there)).toBe('too_many_attempts')
    expect(await signIn(dashboard, other)).toMatchObject({ email: other.email })
    dashboard.passMs(15 * 60_000)
    expect(await signIn(dashboard, there)).toMatchObject({ email: other.email })
  })

  test('fifty failures of an IP address lock it for all, and any number of an office’s sign-ins does not', async () => {
    const address = '203.0.113.77'
    const office = await Promise.all(Array.from({ length: 6 }, () => newPerson()))
    for (let round = 0; round < 9; round += 1)
      for (const email of office)
        expect(await signIn(dashboard, { ...right, email, address })).toMatchObject({ email })
    const guesses = Array.from({ length: 50 }, (_, index) => {
      const guess = { email: `guess${index}@aurora.test`, password: 'guess', address }
      return signIn(dashboard, guess)
    })
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['wrong']))
    expect(await signIn(dashboard, { ...right, email: office[0] ?? '', address })).toBe('too_many_attempts')
  })

  test('guesses from many IP addresses are limited, and do not lock the owner out at a known address', async () => {
    const own = { ...right, email: 'hunted@aurora.test', address: '192.0.2.44' }
    await createOwner(dashboard, { ...OWNER, email: own.email })
    expect(await signIn(dashboard, own)).toMatchObject({ email: own.email })
    let checked = 0
    for (let round = 0; round < 15; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () =>
          signIn(dashboard, { ...own, password: 'guess', address: `203.0.113.${100 + round}` }),
        ),
      )
      checked += outcomes.filter((one) => one === 'wrong').length
    }
    // The first sign-in came from an unknown address, too.
    expect(checked).toBe(99)
    const elsewhere = { ...own, address: '203.0.113.200' }
    expect(await signIn(dashboard, elsewhere)).toBe('too_many_attempts')
    expect(await signIn(dashboard, own)).toMatchObject({ email: own.email })
    dashboard.passMs(60 * 60_000)
    expect(await signIn(dashboard, elsewhere)).toMatchObject({ email: own.email })
  }, 60_000)

  test('attempts that delete expired rows of others do not wait for each other', async () => {
    for (let round = 0; round < 15; round += 1) {
      dashboard.passMs(61 * 60_000)
      const tries = Array.from({ length: 12 }, (_, index) =>
        countSignIn(dashboard, { email: `s${index}@aurora.test`, address: `198.18.${round}.${index}` }),
      )
      expect((await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected')).toEqual([])
    }
  }, 60_000)

  test('an IP address that tries many accounts is blocked', async () => {
    const address = '203.0.113.77'
    const outcomes = await Promise.all(
      Array.from({ length: 52 }, (_, index) =>
        signIn(dashboard, { email: `u${index}@aurora.test`, password: 'guess', address }),
      ),
    )
    expect(outcomes.filter((one) => one === 'too_many_attempts')).toHaveLength(2)
  }, 30_000)

  test('a correct password resets earlier failures', async () => {
    const there = { ...right, address: '198.51.100.9' }
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 8; index += 1) await signIn(dashboard, { ...there, password: 'typo' })
      expect(await signIn(dashboard, there)).toMatchObject({ email: OWNER.email })
    }
  }, 30_000)

  test('values that cannot be an e-mail or a password count as wrong', async () => {
    for (const email of ['', '\0', 'x'.repeat(5_000)])
      expect(await signIn(dashboard, { ...right, email })).toBe('wrong')
    expect(await signIn(dashboard, { ...right, password: 'x'.repeat(100_000) })).toBe('wrong')
  })
})

describe('a session', () => {
  const secret = 's'.repeat(32)
  const claimOf = async () => {
    const signedIn = await signIn(dashboard, { ...right, address: '192.0.2.1' })
    if (typeof signedIn === 'string') throw new Error(signedIn)
    const started = await startSession(dashboard, { ...signedIn, address: '192.0.2.1', userAgent: 'test' })
    const token = await encode({ token: { sub: started.userId, session: started.sessionId }, secret })
    return { token, claim: await readSession(token, secret) }
  }

  test('a session identifies the member with role and connection until it is revoked', async () => {
    const { claim } = await claimOf()
    if (!claim) throw new Error('no session')
    expect(await findMember(dashboard, claim, slug)).toMatchObject({
      role: 'OWNER',
      user: { email: OWNER.email },
      ctx: { account: { name: 'Café Aurora' } },
    })
    const db = dashboard.database.as('checkout_dashboard_system')
    await endSessions(db, { userId: claim.userId, by: 'password', now: dashboard.now() })
    await expect(findMember(dashboard, claim, slug)).rejects.toMatchObject({ code: 'signed_out' })
    const { claim: next } = await claimOf()
    expect(next && (await findMember(dashboard, next, slug)).user.email).toBe(OWNER.email)
  })

  test('a password that was changed after its check starts no session', async () => {
    const email = 'raced@aurora.test'
    await createOwner(dashboard, { ...OWNER, email })
    const checked = await signIn(dashboard, { ...right, email, address: '192.0.2.7' })
    if (typeof checked === 'string') throw new Error(checked)
    await setNewPassword(dashboard, email)
    const from = { address: '192.0.2.7', userAgent: 'test' }
    await expect(startSession(dashboard, { ...checked, ...from })).rejects.toMatchObject({
      code: 'signed_out',
    })
  })

  test('a token of another secret, a changed token and a missing one are not sessions', async () => {
    const { token } = await claimOf()
    expect(await readSession(token, 't'.repeat(32))).toBeNull()
    expect(await readSession(`${token}x`, secret)).toBeNull()
    expect(await readSession(undefined, secret)).toBeNull()
  })

  test('a user of a team without a connection has no account and may connect one', async () => {
    const { userId } = await createOwner(dashboard, { ...OWNER, email: 'new@aurora.test' })
    const user = await findAccounts(
      dashboard,
      await startSession(dashboard, { userId, address: '', userAgent: '' }),
    )
    expect(user.accounts).toEqual([])
    expect(managedTeam(user)).not.toBeNull()
  })
})

test('the owner may do everything, a viewer changes nothing', () => {
  expect(permissions.every((permission) => can('OWNER', permission))).toBe(true)
  for (const role of roles) expect(can(role, 'payments.read')).toBe(true)
  for (const permission of ['links.create', 'links.cancel', 'mirror.reconcile', 'team.manage'] as const)
    expect(can('VIEWER', permission)).toBe(false)
})
