import { runRefund } from '@/lib/service/refunds/refund-payment'
import type { RefundIntent } from '@/lib/service/refunds/refund-store'
import { repeatRefund } from '@/lib/service/refunds/repeat-refunds'
import { bankOf } from './bank-network'
import { CLIENT_TIMEOUTS_MS } from './charge-requests'
import { answerText, type RefundKeyRecord } from './journal'
import { refundStepsOf } from './store-steps'
import { clockOf, InjectedFailure, type Run, startRun, type World } from './world'

/** Result of one request for the client; `none`: no response, whatever happened. */
type RefundResult = 'answer' | 'running' | 'refused' | 'reused' | 'none'

/** Time without an approved payment after which a client gives up. */
const WAIT_MS = { tries: 6, max: 30_000 }
/** Requests with one key before a client gives up. */
const TRIES = 4
const ROUTE = 'POST /payments/{id}/refunds'

/** Refunds approved payments: whole or in parts, with repetitions of a key, and two refunds at once. */
export async function refundPayments(world: World): Promise<void> {
  const { dice, timeline, journal } = world
  for (let left = WAIT_MS.tries; left > 0; left--) {
    await timeline.sleep(dice.int(0, Math.max(world.spreadMs, WAIT_MS.max)))
    const approved = [...journal.approved]
    if (approved.length === 0) continue
    const [paymentId, amountMinor] = dice.pick(approved)
    const part = dice.pick([amountMinor, Math.ceil(amountMinor / 2), dice.int(1, amountMinor)])
    const rival = dice.chance(0.3) ? refund(world, paymentId, part) : null
    await refund(world, paymentId, dice.chance(0.5) ? part : amountMinor)
    await rival
  }
}

/** Sends one refund under its key until a response arrives. */
async function refund(world: World, paymentId: string, amountMinor: number): Promise<void> {
  const { dice, timeline, journal, seed } = world
  const name = `refund_${seed}_${world.nextNumber()}`
  const key = { name, keyHash: Buffer.from(name), paymentId, amountMinor, refundIds: [], answers: [] }
  journal.refundKeys.push(key)
  for (let count = 0; count < TRIES; count++) {
    const twin = dice.chance(0.2) ? sendRefund(world, key) : null
    const result = await sendRefund(world, key)
    await twin
    if (result === 'reused') journal.violate(`${name} was refused although its body is the same`)
    if (
      result === 'answer' &&
      dice.chance(0.2) &&
      (await sendRefund(world, key, amountMinor + 1)) === 'answer'
    )
      journal.violate(`${name} with another body was answered`)
    if (result !== 'none' && result !== 'running') return
    await timeline.sleep(dice.int(500, 40_000))
  }
}

/** Sends a refund to its own process and waits for the client's result. */
export function sendRefund(
  world: World,
  key: RefundKeyRecord,
  amountMinor = key.amountMinor,
): Promise<RefundResult> {
  const { timeline, dice, store } = world
  const number = world.nextNumber()
  const name = `run${number}`
  const refundId = `ref_${world.seed}_${number}`
  key.refundIds.push(refundId)
  const intent: RefundIntent = {
    ...{ accountId: store.accountId, route: ROUTE, keyHash: key.keyHash },
    fingerprint: Buffer.from(`${key.paymentId} ${amountMinor}`),
    ...{ refundId, paymentId: key.paymentId, amountMinor, reason: 'OTHER', note: null },
    requestId: `req_${number}`,
  }
  timeline.note(() => `${name}: refund ${amountMinor} of ${key.paymentId} under ${key.name} as ${refundId}`)
  return new Promise((resolve) => {
    timeline.at(timeline.nowMs + dice.pick(CLIENT_TIMEOUTS_MS), () => resolve('none'))
    world.busy++
    void startRun(world, name, (run) => execute(world, run, key, intent)).then((end) => {
      world.busy--
      resolve(end.kind === 'answered' ? end.value : 'none')
    })
  })
}

/** Executes the request as refundPayment does. */
async function execute(
  world: World,
  run: Run,
  key: RefundKeyRecord,
  intent: RefundIntent,
): Promise<RefundResult> {
  const { journal, timeline } = world
  const deps = depsOf(world, run, 'refund')
  const claim = await deps.steps.claim(intent, run.name, deps.now())
  if (claim === 'not_reserved') return 'refused'
  const used = 'kind' in claim
  if (used && claim.kind !== 'replay') return claim.kind
  const answer = used ? claim.answer : await runRefund(deps, claim)
  if (!answer) return 'running'
  timeline.note(() => `${run.name} answers ${answerText(answer)}`)
  journal.answered(key, answer)
  return 'answer'
}

/** Runs one round of the job that repeats refunds, in a process named `owner`. */
export async function repeatDue(world: World, run: Run, owner: string): Promise<void> {
  const deps = depsOf(world, run, 'repetition')
  const due = await deps.steps.claimDue(owner)
  const ends = await Promise.allSettled(due.map((refund) => repeatRefund(deps, refund)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

function depsOf(world: World, run: Run, by: 'refund' | 'repetition') {
  return {
    steps: refundStepsOf(world, run),
    processor: bankOf(world, run, by),
    now: clockOf(world, run),
    onFailure: (refundId: string, error: unknown) => {
      const isExpected = error instanceof InjectedFailure || by === 'repetition'
      if (!isExpected) world.journal.violate(`${refundId} failed by ${error}`)
    },
  }
}
