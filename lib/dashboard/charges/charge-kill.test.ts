import { expect, test } from 'vitest'
import { testCards } from '@/lib/contract/test-cards'
import { groupCardNumber } from '@/lib/domain/card'
import { cardEnd } from '@/test/factories/card-ends'
import { childProgram } from '@/test/factories/child-process'
import { type Capture, chargingDesks, type Desk } from '@/test/fixtures/charging-desks'
import { attachPayment, knownCharge, releaseCharge } from './close-case'
import { draftCharge } from './draft-charge'
import { matchingPayments } from './matching-payments'
import { sendCharge } from './send-charge'

/** Processes start slowly on a busy machine. */
const TIMEOUT_MS = 60_000

const start = childProgram('crashing-desk')
const { openDesk, openCutDesk, openDyingApi } = await chargingDesks()

const stateOf = async ({ charges }: Desk) => (await charges())[0]?.state ?? null

// Sequential: a worker takes all due charges, including those of other tests.
test.each([
  { at: 'after its claim', point: 'committed claim-charges', captures: 0 },
  { at: 'before the call', point: 'calling', captures: 0 },
  { at: 'after the answer', point: 'answered', captures: 1 },
  { at: 'while it stores the answer', point: 'inside store-charge-answer', captures: 1 },
])('a worker killed $at leaves the charge to the next one', async ({ point, captures }) => {
  const desk = await openDesk()
  const draft = await draftCharge(desk.ctx, desk.form())
  // The first process was paused, so nothing was sent.
  expect(await sendCharge(desk.ctx, draft, { leaseMs: 0 })).toMatchObject({ state: 'SENDING' })
  expect(await start(desk.order({ point })).ended).toBe('SIGKILL')
  expect([await stateOf(desk), await desk.captures()]).toEqual(['UNKNOWN', captures])
  await desk.endLease()
  await desk.settle()
  expect([await stateOf(desk), await desk.captures()]).toEqual(['PAID', 1])
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
    const desk = await openDesk()
    const form = desk.form()
    const child = start(desk.order({ forms: [form], ...(point ? { point } : {}) }))
    if (!point) {
      desk.onCapture((capture) => {
        child.process.kill('SIGKILL')
        return capture()
      })
    }
    expect(await child.ended).toBe('SIGKILL')
    expect(await stateOf(desk)).toBe(leaves)

    await desk.endLease()
    await desk.settle()
    // The member returns to the same form and presses again.
    const { id } = await draftCharge(desk.ctx, form)
    expect(await sendCharge(desk.ctx, { id })).toMatchObject({ state: 'PAID' })
    expect(await desk.charges()).toHaveLength(1)
    expect(await desk.captures()).toBe(1)
  },
  TIMEOUT_MS,
)

test.concurrent(
  'a web process that was paused before its call resumes and charges nothing',
  async () => {
    const desk = await openDesk()
    const child = start(desk.order({ forms: [desk.form()], point: 'calling', signal: 'SIGSTOP' }))
    await child.stopped()
    await desk.endLease()
    await desk.settle()
    expect(await stateOf(desk)).toBe('PAID')
    // The member intends to charge the same amount again.
    const { id } = await draftCharge(desk.ctx, desk.form())
    await expect(sendCharge(desk.ctx, { id })).rejects.toMatchObject({ code: 'confirm_amount' })
    expect(await sendCharge(desk.ctx, { id, confirmed_amount: desk.amount })).toMatchObject({ state: 'PAID' })
    const before = await desk.charges()
    child.process.kill('SIGCONT')
    expect(await child.ended).toBe(0)
    expect(await desk.charges()).toEqual(before)
    expect(await desk.captures()).toBe(2)
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
    const desk = await openCutDesk()
    // A process that others consider dead resumes after everything has ended.
    let wake = () => {}
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    let run: ReturnType<Capture> | null = null
    const cut = async (capture: Capture) => {
      const captured = isCaptured ? await capture() : null
      desk.line.cut()
      if (dies) await woken
      return captured ?? capture()
    }
    desk.onCapture((capture) => {
      desk.onCapture((next) => next())
      run = cut(capture)
      return run
    })
    const { id, state } = await sendCharge(desk.ctx, await draftCharge(desk.ctx, desk.form()))
    expect(state).toBe('UNKNOWN')
    if (dies) await desk.reconcile()
    await desk.settle()
    if (dies) await closeCase(desk, id, isCaptured)
    wake()
    await run
    expect((await desk.charges()).map((charge) => charge.state).toSorted()).toEqual(states.toSorted())
    expect(await desk.captures()).toBe(1)
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
    const api = await openDyingApi(1)
    const [desk] = api.desks
    if (!desk) throw new Error('there is no desk')
    const { ended } = await api.start({ point })
    const { id, state } = await sendCharge(desk.ctx, await draftCharge(desk.ctx, desk.form()))
    expect(await ended).toBe('SIGKILL')
    expect(state).toBe('UNKNOWN')
    api.survive()
    await desk.reconcile()
    await desk.settle()
    if (payment) {
      const { matches } = await matchingPayments(desk.ctx, await knownCharge(desk.ctx, id))
      expect(matches).toMatchObject([{ status: payment }])
      await closeCase(desk, id, payment === 'APPROVED')
    }
    expect((await desk.charges()).map((charge) => charge.state).toSorted()).toEqual(states.toSorted())
    expect(await desk.captures()).toBe(1)
  },
  TIMEOUT_MS,
)

test.concurrent.each(testCards.map((card) => [groupCardNumber(card.number), card] as const))(
  'a charge of the saved test card %s ends as its table predicts',
  async (_, card) => {
    const desk = await openDesk({ card: card.number })
    await sendCharge(desk.ctx, await draftCharge(desk.ctx, desk.form()))
    await desk.reconcile()
    await desk.settle()
    const [charge] = await desk.charges()
    expect([charge?.state, charge?.decline?.code ?? null]).toEqual(cardEnd(card))
  },
  TIMEOUT_MS,
)

async function closeCase({ ctx, charges }: Desk, id: string, isCaptured: boolean): Promise<void> {
  const [charge] = await charges()
  expect(charge).toMatchObject({ id, state: 'UNRESOLVED' })
  if (isCaptured) {
    await expect(releaseCharge(ctx, { id })).rejects.toMatchObject({ code: 'charge_matched' })
    await attachPayment(ctx, { id, payment_id: charge?.payment_id ?? '' })
  } else {
    await sendCharge(ctx, await releaseCharge(ctx, { id }))
  }
}
