import { expect, test } from 'vitest'
import { testCards } from '@/lib/contract/test-cards'
import { groupCardNumber } from '@/lib/domain/card'
import { childProgram } from '@/test/factories/child-process'
import { finalChargeState } from '@/test/factories/final-charge-state'
import { type Capture, type ChargingMember, chargingMembers } from '@/test/fixtures/charging-members'
import { chargeTable } from './charge-row'
import { attachPayment, releaseCharge } from './close-case'
import { matchingPayments } from './matching-payments'
import { sendCharge } from './send-charge'
import { draftCharge } from './start-charge'

/** Processes start slowly on a busy machine. */
const TIMEOUT_MS = 60_000

const start = childProgram('crashing-dashboard')
const { openMember, openMemberBehindProxy, openCrashingApi } = await chargingMembers()

const stateOf = async ({ charges }: ChargingMember) => (await charges())[0]?.state ?? null

// Sequential: a worker takes all due charges, including those of other tests.
test.each([
  { at: 'after its claim', point: 'committed claim-charges', captures: 0 },
  { at: 'before the call', point: 'calling', captures: 0 },
  { at: 'after the answer', point: 'answered', captures: 1 },
  { at: 'while it stores the answer', point: 'inside store-charge-answer', captures: 1 },
])('a worker killed $at leaves the charge to the next one', async ({ point, captures }) => {
  const member = await openMember()
  const draft = await draftCharge(member.ctx, member.form())
  // The first process was paused, so nothing was sent.
  expect(await sendCharge(member.ctx, draft, { leaseMs: 0 })).toMatchObject({ state: 'SENDING' })
  expect(await start(member.task({ point })).ended).toBe('SIGKILL')
  expect([await stateOf(member), await member.captures()]).toEqual(['UNKNOWN', captures])
  await member.endLease()
  await member.settle()
  expect([await stateOf(member), await member.captures()]).toEqual(['PAID', 1])
})

const killed = [
  { at: 'before the intent', point: 'inside draft-charge', leaves: null },
  { at: 'after the intent', point: 'committed notify-charge', leaves: 'DRAFT' },
  { at: 'after the claim', point: 'calling', leaves: 'SENDING' },
  { at: 'during the call', leaves: 'SENDING' },
  { at: 'after the answer', point: 'answered', leaves: 'SENDING' },
]

test.concurrent.each(killed)(
  'a web process killed $at leaves $leaves, and one capture in the end',
  async ({ point, leaves }) => {
    const member = await openMember()
    const form = member.form()
    const child = start(member.task({ forms: [form], ...(point ? { point } : {}) }))
    if (!point) {
      member.onCapture((capture) => {
        child.process.kill('SIGKILL')
        return capture()
      })
    }
    expect(await child.ended).toBe('SIGKILL')
    expect(await stateOf(member)).toBe(leaves)

    await member.endLease()
    await member.settle()
    // The member returns to the same form and presses again.
    const { id } = await draftCharge(member.ctx, form)
    expect(await sendCharge(member.ctx, { id })).toMatchObject({ state: 'PAID' })
    expect(await member.charges()).toHaveLength(1)
    expect(await member.captures()).toBe(1)
  },
  TIMEOUT_MS,
)

test.concurrent(
  'a web process that was paused before its call resumes and charges nothing',
  async () => {
    const member = await openMember()
    const child = start(member.task({ forms: [member.form()], point: 'calling', signal: 'SIGSTOP' }))
    await child.stopped()
    await member.endLease()
    await member.settle()
    expect(await stateOf(member)).toBe('PAID')
    // The member intends to charge the same amount again.
    const { id } = await draftCharge(member.ctx, member.form())
    await expect(sendCharge(member.ctx, { id })).rejects.toMatchObject({ code: 'confirm_amount' })
    expect(await sendCharge(member.ctx, { id, confirmed_amount: member.amount })).toMatchObject({
      state: 'PAID',
    })
    const before = await member.charges()
    child.process.kill('SIGCONT')
    expect(await child.ended).toBe(0)
    expect(await member.charges()).toEqual(before)
    expect(await member.captures()).toBe(2)
  },
  TIMEOUT_MS,
)

const lost = [
  { what: 'its connection', isCaptured: true, dies: false, states: ['PAID'] },
  { what: 'the API before the capture', isCaptured: false, dies: true, states: ['RELEASED', 'PAID'] },
  { what: 'the API after the capture', isCaptured: true, dies: true, states: ['PAID'] },
]

test.concurrent.each(lost)(
  'a call that loses $what ends as $states with one capture',
  async ({ isCaptured, dies, states }) => {
    const member = await openMemberBehindProxy()
    // A process that others consider dead resumes after everything has ended.
    let wake = () => {}
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    let run: ReturnType<Capture> | null = null
    const cut = async (capture: Capture) => {
      const captured = isCaptured ? await capture() : null
      member.proxy.cut()
      if (dies) await woken
      return captured ?? capture()
    }
    member.onCapture((capture) => {
      member.onCapture((next) => next())
      run = cut(capture)
      return run
    })
    const { id, state } = await sendCharge(member.ctx, await draftCharge(member.ctx, member.form()))
    expect(state).toBe('UNKNOWN')
    if (dies) await member.reconcile()
    await member.settle()
    if (dies) await closeCase(member, id, isCaptured)
    wake()
    await run
    expect((await member.charges()).map((charge) => charge.state).toSorted()).toEqual(states.toSorted())
    expect(await member.captures()).toBe(1)
  },
  TIMEOUT_MS,
)

const apiKilled = [
  { at: 'before T1', point: 'before charge-claim', payment: null, states: ['PAID'] },
  { at: 'after T1', point: 'committed charge-claim', payment: 'TIMEOUT', states: ['RELEASED', 'PAID'] },
  { at: 'after authorize', point: 'authorized', payment: 'VOIDED', states: ['RELEASED', 'PAID'] },
  { at: 'after T2', point: 'committed charge-fence', payment: 'VOIDED', states: ['RELEASED', 'PAID'] },
  { at: 'after capture, before T3', point: 'captured', payment: 'APPROVED', states: ['PAID'] },
  { at: 'inside T3', point: 'inside charge-close-key', payment: 'APPROVED', states: ['PAID'] },
  { at: 'after T3', point: 'committed charge-close-key', payment: null, states: ['PAID'] },
]

test.concurrent.each(apiKilled)(
  'an API process killed $at leaves $payment, and the charge ends as $states with one capture',
  async ({ point, payment, states }) => {
    const api = await openCrashingApi(1)
    const [member] = api.members
    if (!member) throw new Error('there is no member')
    const { ended } = await api.start({ point })
    const { id, state } = await sendCharge(member.ctx, await draftCharge(member.ctx, member.form()))
    expect(await ended).toBe('SIGKILL')
    expect(state).toBe('UNKNOWN')
    api.recover()
    await member.reconcile()
    await member.settle()
    if (payment) {
      const { matches } = await matchingPayments(member.ctx, await chargeTable.known(member.ctx, id))
      expect(matches).toMatchObject([{ status: payment }])
      await closeCase(member, id, payment === 'APPROVED')
    }
    expect((await member.charges()).map((charge) => charge.state).toSorted()).toEqual(states.toSorted())
    expect(await member.captures()).toBe(1)
  },
  TIMEOUT_MS,
)

test.concurrent.each(testCards.map((card) => [groupCardNumber(card.number), card] as const))(
  'a charge of the saved test card %s ends as its table predicts',
  async (_, card) => {
    const member = await openMember({ card: card.number })
    await sendCharge(member.ctx, await draftCharge(member.ctx, member.form()))
    await member.reconcile()
    await member.settle()
    const [charge] = await member.charges()
    expect([charge?.state, charge?.decline?.code ?? null]).toEqual(finalChargeState(card))
  },
  TIMEOUT_MS,
)

async function closeCase({ ctx, charges }: ChargingMember, id: string, isCaptured: boolean): Promise<void> {
  const [charge] = await charges()
  expect(charge).toMatchObject({ id, state: 'UNRESOLVED' })
  if (isCaptured) {
    await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_matched' })
    await attachPayment(ctx, { id, payment_id: charge?.payment_id ?? '' })
  } else {
    await sendCharge(ctx, await releaseCharge(ctx, { id }))
  }
}
