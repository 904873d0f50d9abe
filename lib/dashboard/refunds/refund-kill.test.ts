import { expect, test } from 'vitest'
import { childProgram } from '@/test/factories/child-process'
import { type ChargingMember, chargingMembers } from '@/test/fixtures/charging-members'
import { sendRefund } from './send-refund'
import { draftRefund } from './start-refund'

/** Processes start slowly on a busy machine. */
const TIMEOUT_MS = 60_000
const owner = { role: 'OWNER' } as const

const start = childProgram('crashing-dashboard')
const { openMember, openMemberBehindProxy, openCrashingApi } = await chargingMembers()

let serial = 0
/** A new form about a new payment, with an amount of its own. */
async function formOf(member: ChargingMember) {
  serial += 1
  const form = { form_token: `form-token-${serial}`, amount: (100 + serial) / 100 }
  return { ...form, payment_id: await member.pay() }
}
const other = { reason: 'OTHER' } as const
const stateOf = async ({ refunds }: ChargingMember) => (await refunds())[0]?.state ?? null
const minor = (amount: number) => Math.round(amount * 100)

// Sequential: a worker takes all due refunds, including those of other tests.
test.each([
  { at: 'after its claim', point: 'committed claim-refunds', made: 0 },
  { at: 'before the call', point: 'calling', made: 0 },
  { at: 'after the answer', point: 'answered', made: 1 },
  { at: 'while it stores the answer', point: 'inside store-refund-answer', made: 1 },
])('a worker killed $at leaves the refund to the next one', async ({ point, made }) => {
  const member = await openMember()
  const form = await formOf(member)
  const draft = await draftRefund(member.ctx, { ...form, ...other })
  // The first process was paused, so nothing was sent.
  expect(await sendRefund(member.ctx, draft, { ...owner, leaseMs: 0 })).toMatchObject({ state: 'SENDING' })
  expect(await start(member.task({ point })).ended).toBe('SIGKILL')
  expect([await stateOf(member), (await member.refunded()).length]).toEqual(['UNKNOWN', made])
  await member.endLease()
  await member.settle()
  expect([await stateOf(member), await member.refunded()]).toEqual(['SUCCEEDED', [minor(form.amount)]])
})

const killed = [
  { at: 'before the intent', point: 'inside draft-refund', leaves: null },
  { at: 'after the intent', point: 'committed notify-refund', leaves: 'DRAFT' },
  { at: 'after the claim', point: 'calling', leaves: 'SENDING' },
  { at: 'during the call', leaves: 'SENDING' },
  { at: 'after the answer', point: 'answered', leaves: 'SENDING' },
]

test.concurrent.each(killed)(
  'a web process killed $at leaves $leaves, and one refund in the end',
  async ({ point, leaves }) => {
    const member = await openMember()
    const form = await formOf(member)
    const child = start(member.task({ forms: [form], ...(point ? { point } : {}) }))
    if (!point) {
      member.onRefund(form.amount, (refund) => {
        child.process.kill('SIGKILL')
        return refund()
      })
    }
    expect(await child.ended).toBe('SIGKILL')
    expect(await stateOf(member)).toBe(leaves)

    await member.endLease()
    await member.settle()
    // The member returns to the same form and presses again.
    const { id } = await draftRefund(member.ctx, { ...form, ...other })
    expect(await sendRefund(member.ctx, { id }, owner)).toMatchObject({ state: 'SUCCEEDED' })
    expect(await member.refunds()).toHaveLength(1)
    expect(await member.refunded()).toEqual([minor(form.amount)])
  },
  TIMEOUT_MS,
)

test.concurrent(
  'a web process that was paused before its call resumes and refunds nothing',
  async () => {
    const member = await openMember()
    const form = await formOf(member)
    const child = start(member.task({ forms: [form], point: 'calling', signal: 'SIGSTOP' }))
    await child.stopped()
    await member.endLease()
    await member.settle()
    expect(await stateOf(member)).toBe('SUCCEEDED')
    child.process.kill('SIGCONT')
    expect(await child.ended).toBe(0)
    expect(await stateOf(member)).toBe('SUCCEEDED')
    expect(await member.refunded()).toEqual([minor(form.amount)])
  },
  TIMEOUT_MS,
)

test.concurrent.each([
  { what: 'before the refund', isRefunded: false },
  { what: 'after the refund', isRefunded: true },
])(
  'a call whose connection is lost $what ends as one refund',
  async ({ isRefunded }) => {
    const member = await openMemberBehindProxy()
    const form = await formOf(member)
    member.onRefund(form.amount, async (refund) => {
      member.onRefund(form.amount, (next) => next())
      const made = isRefunded ? await refund() : null
      member.proxy.cut()
      return made ?? refund()
    })
    const draft = await draftRefund(member.ctx, { ...form, ...other })
    expect((await sendRefund(member.ctx, draft, owner)).state).toBe('UNKNOWN')
    await member.settle()
    expect([await stateOf(member), await member.refunded()]).toEqual(['SUCCEEDED', [minor(form.amount)]])
  },
  TIMEOUT_MS,
)

test.concurrent.each([
  { at: 'before T1', point: 'before refund-reserve' },
  { at: 'after T1', point: 'committed refund-claim-key' },
  { at: 'after the refund, before T3', point: 'refunded' },
  { at: 'inside T3', point: 'inside refund-close-key' },
  { at: 'after T3', point: 'committed refund-close-key' },
])(
  'an API process killed $at leads to one refund, shown as refunded',
  async ({ point }) => {
    const api = await openCrashingApi(1)
    const [member] = api.members
    if (!member) throw new Error('there is no member')
    const form = await formOf(member)
    const { ended } = await api.start({ point })
    const draft = await draftRefund(member.ctx, { ...form, ...other })
    expect((await sendRefund(member.ctx, draft, owner)).state).toBe('UNKNOWN')
    expect(await ended).toBe('SIGKILL')
    api.recover()
    await member.reconcile()
    await member.settle()
    expect([await stateOf(member), await member.refunded()]).toEqual(['SUCCEEDED', [minor(form.amount)]])
  },
  TIMEOUT_MS,
)

test.concurrent.each([
  { card: '4000000000005126', what: 'declined', state: 'FAILED', made: 0 },
  { card: '4000000000006009', what: 'lost before the bank acted', state: 'SUCCEEDED', made: 1 },
  { card: '4000000000006017', what: 'lost after the bank acted', state: 'SUCCEEDED', made: 1 },
])(
  'a refund that is $what at the bank ends as $state',
  async ({ card, state, made }) => {
    const member = await openMember({ card })
    const form = await formOf(member)
    await sendRefund(member.ctx, await draftRefund(member.ctx, { ...form, ...other }), owner)
    await member.reconcile()
    await member.settle()
    expect([await stateOf(member), (await member.refunded()).length]).toEqual([state, made])
  },
  TIMEOUT_MS,
)
