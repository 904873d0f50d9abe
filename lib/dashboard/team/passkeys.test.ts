import { expect, test } from 'vitest'
import { countSignIn } from '@/lib/dashboard/attempts/attempts'
import { appCode } from '@/test/app-code'
import { softwareAuthenticator } from '@/test/factories/software-authenticator'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import { setNewPassword } from './change-password'
import { addPasskey, passkeyOptions, removePasskey, signInByPasskey, startPasskey } from './passkeys'
import { startSession } from './sessions'
import { createOwner } from './sign-up'
import { stepUp } from './step-up'
import { confirmTwoStep, startTwoStep } from './two-step'

const dashboard = await startDashboard()
const WEB_URL = 'https://pay.example.com'
const MINUTE_MS = 60_000
const address = '192.0.2.1'
const from = { address, userAgent: '' }
let people = 0

/** Creates a user with a session. */
async function newUser() {
  people += 1
  const email = `passkey-${people}@aurora.test`
  const { userId } = await createOwner(dashboard, { ...OWNER, email })
  const claim = await startSession(dashboard, { userId, ...from })
  return { user: { id: userId, email, name: OWNER.name, emailVerified: true }, claim, address }
}

/** Creates a user with a passkey. */
async function newHolder() {
  const actor = await newUser()
  const authenticator = softwareAuthenticator(actor.user.id)
  const { challenge } = await startPasskey(dashboard, actor, WEB_URL)
  const response = authenticator.register({ challenge, origin: WEB_URL })
  const { id } = await addPasskey(dashboard, actor, { name: 'Phone', response })
  return { actor, authenticator, id }
}

const holder = (browser: string) => ({ purpose: 'sign_in', holder: browser }) as const

async function asked(browser: string) {
  const { challenge } = await passkeyOptions(dashboard, holder(browser), { webUrl: WEB_URL })
  return { challenge, origin: WEB_URL }
}

const signIn = (browser: string, typed: string) => signInByPasskey(dashboard, { browser, typed, ...from })

test('a passkey signs its user in, and each challenge is answered once', async () => {
  const { actor, authenticator } = await newHolder()
  const response = authenticator.respond(await asked('one'))
  const signedIn = await signIn('one', response)
  if (typeof signedIn === 'string') throw new Error(signedIn)
  expect(signedIn.userId).toBe(actor.user.id)
  expect(await startSession(dashboard, { ...signedIn, ...from })).toMatchObject({ userId: actor.user.id })
  expect(await signIn('one', response)).toBe('wrong')
})

test('a response is refused of another browser, after five minutes, or to a replaced challenge', async () => {
  const { authenticator } = await newHolder()
  expect(await signIn('other', authenticator.respond(await asked('one')))).toBe('wrong')
  const late = authenticator.respond(await asked('late'))
  dashboard.passMs(5 * MINUTE_MS)
  expect(await signIn('late', late)).toBe('wrong')
  const replaced = authenticator.respond(await asked('two'))
  await asked('two')
  expect(await signIn('two', replaced)).toBe('wrong')
})

test('a response is refused of another origin, without verification of the user, or for another user', async () => {
  const { authenticator } = await newHolder()
  const { challenge } = await asked('one')
  expect(await signIn('one', authenticator.respond({ challenge, origin: 'https://evil.example' }))).toBe(
    'wrong',
  )
  const at = async (browser: string, deviation: { isUserVerified?: boolean; handle?: string }) =>
    signIn(browser, authenticator.respond(await asked(browser), deviation))
  expect(await at('two', { isUserVerified: false })).toBe('wrong')
  expect(await at('three', { handle: 'user_other' })).toBe('wrong')
  const forger = softwareAuthenticator('user_x')
  const forged = forger
    .respond(await asked('four'))
    .replaceAll(forger.credentialId, authenticator.credentialId)
  expect(await signIn('four', forged)).toBe('wrong')
  expect(await signIn('five', 'not json')).toBe('wrong')
})

test('the counter of a passkey only grows', async () => {
  const { authenticator } = await newHolder()
  const at = async (counter: number) => {
    const signedIn = await signIn('one', authenticator.respond(await asked('one'), { counter }))
    return typeof signedIn === 'string' ? signedIn : 'signed in'
  }
  expect(await at(5)).toBe('signed in')
  expect(await at(5)).toBe('wrong')
  expect(await at(4)).toBe('wrong')
  expect(await at(0)).toBe('wrong')
  expect(await at(6)).toBe('signed in')
})

test('refused passkeys count as sign-in attempts of their user', async () => {
  dashboard.passMs(60 * MINUTE_MS)
  const { authenticator } = await newHolder()
  const tries: unknown[] = []
  for (let index = 0; index < 11; index += 1)
    tries.push(await signIn('one', authenticator.respond(await asked('other'))))
  expect(tries.at(-2)).toBe('wrong')
  expect(tries.at(-1)).toBe('too_many_attempts')
})

test('guesses of a password by strangers leave its user the passkey on a new network', async () => {
  const { actor, authenticator } = await newHolder()
  const { email } = actor.user
  const guess = (network: number) => countSignIn(dashboard, { email, address: `10.0.${network}.1` })
  for (let network = 0; network < 100; network += 1) expect(await guess(network)).toBe(true)
  expect(await guess(100)).toBe(false)
  const typed = authenticator.respond(await asked('new'))
  const there = { browser: 'new', typed, address: '203.0.113.77', userAgent: '' }
  expect(await signInByPasskey(dashboard, there)).toMatchObject({ userId: actor.user.id })
})

test('a passkey is added only by a verified response of the same session, without certificates', async () => {
  const [actor, other] = [await newUser(), await newUser()]
  const { id } = actor.user
  const refused = { code: 'passkey_refused' }
  const add = (of: typeof actor, response: string) => addPasskey(dashboard, of, { name: 'Phone', response })
  const ask = async () => ({
    challenge: (await startPasskey(dashboard, actor, WEB_URL)).challenge,
    origin: WEB_URL,
  })
  const authenticator = softwareAuthenticator(id)
  await expect(add(other, authenticator.register(await ask()))).rejects.toMatchObject(refused)
  await expect(
    add(actor, authenticator.register(await ask(), { isUserVerified: false })),
  ).rejects.toMatchObject(refused)
  await expect(add(actor, authenticator.register(await ask(), { certificates: true }))).rejects.toMatchObject(
    refused,
  )
  const response = authenticator.register(await ask())
  expect(await add(actor, response)).toEqual({ id: expect.stringMatching(/^psk_/) })
  await expect(add(actor, response)).rejects.toMatchObject(refused)
  await expect(add(actor, authenticator.register(await ask()))).rejects.toMatchObject(refused)
})

test('a removed passkey, and one from before an operator’s new password, sign nobody in', async () => {
  const { actor, authenticator, id } = await newHolder()
  const signedIn = await signIn('one', authenticator.respond(await asked('one')))
  if (typeof signedIn === 'string') throw new Error(signedIn)
  await removePasskey(dashboard, await newUser(), { id })
  const kept = await signIn('one', authenticator.respond(await asked('one')))
  expect(kept).toMatchObject({ userId: actor.user.id })
  await removePasskey(dashboard, actor, { id })
  await expect(startSession(dashboard, { ...signedIn, ...from })).rejects.toMatchObject({
    code: 'signed_out',
  })
  expect(await signIn('one', authenticator.respond(await asked('one')))).toBe('wrong')

  const recovered = await newHolder()
  await setNewPassword(dashboard, recovered.actor.user.email)
  expect(await signIn('two', recovered.authenticator.respond(await asked('two')))).toBe('wrong')
})

test('a passkey takes the place of a code at a step-up, in its own session and once, but not of the password', async () => {
  const { actor, authenticator } = await newHolder()
  const proof = { password: OWNER.password, code: '' }
  const { secret } = await startTwoStep(dashboard, actor, proof, { hasMail: false })
  const code = appCode(secret, 0, dashboard.now())
  await confirmTwoStep(dashboard, actor, { code }, { hasMail: false })
  const { sessionId } = actor.claim
  const ask = async (session: string) => {
    const of = { purpose: 'step_up', holder: session } as const
    const { challenge } = await passkeyOptions(dashboard, of, { webUrl: WEB_URL, userId: actor.user.id })
    return authenticator.respond({ challenge, origin: WEB_URL })
  }
  const type = (passkey: string, password = OWNER.password) =>
    stepUp(dashboard, actor, { password, code: '', passkey }).then(
      () => 'confirmed',
      ({ fields }: { fields: { field: string }[] }) => fields[0]?.field,
    )
  const response = await ask(sessionId)
  expect(await type(response, 'wrong')).toBe('password')
  expect(await type(response)).toBe('confirmed')
  expect(await type(response)).toBe('code')
  expect(await type(await ask('ses_other'))).toBe('code')
  const stranger = await newHolder()
  const { challenge } = await passkeyOptions(
    dashboard,
    { purpose: 'step_up', holder: sessionId },
    { webUrl: WEB_URL, userId: actor.user.id },
  )
  expect(await type(stranger.authenticator.respond({ challenge, origin: WEB_URL }))).toBe('code')
})
