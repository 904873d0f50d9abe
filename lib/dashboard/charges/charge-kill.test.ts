import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Random } from '@/prisma/demo/random'
import { childProgram } from '@/test/factories/child-process'
import { type Capture, chargingDesks, type Desk } from '@/test/fixtures/charging-desks'
import { attachPayment, releaseCharge } from './close-case'
import { draftCharge } from './draft-charge'
import { sendCharge } from './send-charge'

/** Charges from two tabs with random kills: `CHARGES=200 npx vitest run …/charge-kill.test.ts`. */
const CHARGES = Number(process.env.CHARGES ?? 6)
const SEED = Number(process.env.SEED ?? 1)
/** A tab dies at one point in so many; a charge passes about forty. */
const ODDS = 150
/** Charges that a tab makes before it starts anew. */
const AT_ONCE = 5
/** Its leases pass by themselves. */
const SHORT_MS = 1_000
const POLL_MS = 20
/** Processes start slowly on a machine that does other things. */
const TIMEOUT_MS = 60_000

const start = childProgram('crashing-desk')
const { openDesk, openCutDesk } = await chargingDesks()

const stateOf = async ({ charges }: Desk) => (await charges())[0]?.state ?? null

// Alone: a worker takes whatever is due, also of other tests.
test('a worker killed during a repeat leaves the charge to the next one', async () => {
  const desk = await openDesk()
  const draft = await draftCharge(desk.ctx, desk.form())
  // Its first process stood still: nothing has left.
  expect(await sendCharge(desk.ctx, draft, { leaseMs: 0 })).toMatchObject({ state: 'SENDING' })
  expect(await start(desk.order({ point: 'answered' })).ended).toBe('SIGKILL')
  expect([await stateOf(desk), await desk.captures()]).toEqual(['UNKNOWN', 1])
  await desk.endLease()
  await desk.settle()
  expect([await stateOf(desk), await desk.captures()]).toEqual(['PAID', 1])
})

// First of those side by side, as it takes longest.
test.concurrent(
  `${CHARGES} charges from two tabs with random kills collect as often as they are paid`,
  async () => {
    const random = new Random(SEED)
    const desk = await openDesk()
    const desks = [desk, await openDesk(), await openDesk()]
    const forms = Array.from({ length: CHARGES }, () => random.pick(desks).form())
    let open = 2
    // Both tabs have every form.
    const tab = async () => {
      const waiting = random.shuffled(forms)
      while (waiting.length > 0) {
        const chance = { seed: random.int(0, 2 ** 31), odds: ODDS }
        const order = desk.order({ forms: waiting.slice(0, AT_ONCE), chance, leaseMs: SHORT_MS })
        const ended = await start(order).ended
        if (ended === 0) waiting.splice(0, AT_ONCE)
        else expect(ended).toBe('SIGKILL')
      }
      open -= 1
    }
    const work = async () => {
      for (let isLast = false; !isLast; await setTimeout(POLL_MS)) {
        isLast = open === 0
        await Promise.all(desks.map(({ settle }) => settle()))
      }
    }
    await Promise.all([tab(), tab(), work()])

    const charges = (await Promise.all(desks.map((each) => each.charges()))).flat()
    expect(charges.filter(({ state }) => state === 'PAID')).toHaveLength(CHARGES)
    expect(new Set(charges.map(({ payment_id }) => payment_id)).size).toBe(CHARGES)
    const captures = await Promise.all(desks.map((each) => each.captures()))
    expect(captures.reduce((sum, count) => sum + count, 0)).toBe(CHARGES)
  },
  TIMEOUT_MS * (1 + CHARGES / AT_ONCE),
)

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
    // The member comes back to the same form and presses again, whatever it shows.
    const { id } = await draftCharge(desk.ctx, form)
    expect(await sendCharge(desk.ctx, { id })).toMatchObject({ state: 'PAID' })
    expect(await desk.charges()).toHaveLength(1)
    expect(await desk.captures()).toBe(1)
  },
  TIMEOUT_MS,
)

test.concurrent(
  'a web process that stood still before its call wakes and charges nothing',
  async () => {
    const desk = await openDesk()
    const child = start(desk.order({ forms: [desk.form()], point: 'calling', signal: 'SIGSTOP' }))
    await child.stopped()
    await desk.endLease()
    await desk.settle()
    expect(await stateOf(desk)).toBe('PAID')
    // The member means to charge the same again.
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
  'a call that loses $what ends $states with one capture',
  async ({ isCaptured, dies, states }) => {
    const desk = await openCutDesk()
    // A process that is gone for everybody else goes on when all is over.
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
