import type { ChargeStore, Hold, OrphanStore } from '@/lib/service/charges/charge-store'
import type { Answer } from '@/lib/service/idempotency/used-key'
import { storeFaults } from './fault-injector'
import { MemoryStore } from './memory-store'
import type { Step } from './step'
import type { RefundsUnderTest } from './store-under-test'
import { deliverTo, InjectedFailure, kill, pause, type Run, type World } from './world'

const STORE_LATENCY_MAX_MS = 30

/** Returns the await of a process on the store, with its possible faults. */
function stepOf(world: World, run: Run): Step {
  const { timeline, faultInjector, dice } = world
  return (label, work) =>
    new Promise((resolve, reject) => {
      const fault = faultInjector.draw(label, storeFaults, timeline.nowMs)
      if (fault) timeline.note(() => `${run.name} ${label}: ${fault}`)
      const travelMs = dice.int(1, STORE_LATENCY_MAX_MS)
      const fail = (message: string) =>
        deliverTo(world, run, timeline.nowMs + travelMs, () => reject(new InjectedFailure(message)))

      if (fault === 'crash_before') return kill(world, run)
      if (fault === 'store_refuses') return fail('the database cannot be reached')
      if (fault === 'crash_after') kill(world, run)
      if (fault === 'pause_before') pause(world, run)
      const unsent = fault === 'pause_before'
      timeline.workAt(Math.max(timeline.nowMs, run.pausedUntil) + travelMs, async () => {
        if (unsent && !run.alive) return () => {}
        const done = await attempt(work)
        return () => {
          timeline.note(() => `${run.name} ${label} -> ${formatStep(done)}`)
          if (fault === 'pause_after') pause(world, run)
          if (fault === 'commit_lost') return fail('the connection broke during COMMIT')
          deliverTo(world, run, timeline.nowMs + travelMs, () =>
            'error' in done ? reject(done.error) : resolve(done.value),
          )
        }
      })
    })
}

type Done<Value> = { value: Value } | { error: unknown }

async function attempt<Value>(work: () => Promise<Value>): Promise<Done<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}

function formatStep(done: Done<unknown>): string {
  if ('error' in done) return String(done.error)
  const { value } = done
  if (Array.isArray(value))
    return `[${value.map((it: { refundId?: string; paymentId?: string }) => it.refundId ?? it.paymentId).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  if ('kind' in value) return String(value.kind)
  return 'status' in value ? String(value.status) : 'held'
}

/** Returns the charge's steps of a process, observed from outside. */
export function chargeStepsOf(world: World, run: Run): ChargeStore {
  const step = stepOf(world, run)
  const plain = watched(world)
  const whole: ChargeStore = {
    claim: (...passed) => step('claim', () => plain.claim(...passed)),
    beginCapture: (...passed) => step('beginCapture', () => plain.beginCapture(...passed)),
    finish: (...passed) => step('finish', () => plain.finish(...passed)),
    storedAnswer: (...passed) => step('storedAnswer', () => plain.storedAnswer(...passed)),
    awaitConfirmation: (...passed) => step('awaitConfirmation', () => plain.awaitConfirmation(...passed)),
    resume: (...passed) => step('resume', () => plain.resume(...passed)),
    leaveUnresolved: (...passed) => step('leaveUnresolved', () => plain.leaveUnresolved(...passed)),
  }
  const { bug, store } = world
  if (!bug?.steps || !(store instanceof MemoryStore)) return whole
  return { ...whole, ...bug.steps(plain, step, store) }
}

/** Returns the reconciler's own steps. */
export function orphanStepsOf(world: World, run: Run): OrphanStore {
  const step = stepOf(world, run)
  const { orphans } = world.store
  return {
    claimOrphans: (...passed) => step('claimOrphans', () => orphans.claimOrphans(...passed)),
    postpone: (...passed) => step('postpone', () => orphans.postpone(...passed)),
  }
}

/** Returns the steps of refunds of a process, observed from outside. */
export function refundStepsOf(world: World, run: Run): RefundsUnderTest {
  const step = stepOf(world, run)
  const { store, journal, faultInjector, timeline } = world
  const plain = store.refunds
  return {
    claim: (intent, ...passed) =>
      step('claimRefund', async () => {
        const claimed = await plain.claim(intent, ...passed)
        const keyHash = intent.keyHash.toString('hex')
        if (claimed === 'not_reserved' && journal.claimedKeys.has(keyHash))
          journal.violate(`${intent.refundId} was refused although its key was executed`)
        if (claimed === 'not_reserved' || 'kind' in claimed) return claimed
        journal.open.add(intent.refundId)
        journal.claimedKeys.add(keyHash)
        journal.reserve(intent.paymentId, intent.amountMinor)
        return claimed
      }),
    finish: (hold, outcome, ...passed) =>
      step('finishRefund', async () => {
        const answer = await plain.finish(hold, outcome, ...passed)
        if (!answer) return null
        journal.open.delete(hold.refundId)
        if (outcome.outcome === 'declined') journal.reserve(hold.paymentId, -hold.amountMinor)
        faultInjector.count(`ends ${outcome.outcome}`)
        timeline.note(() => `${hold.refundId} is ${outcome.outcome}`)
        return answer
      }),
    storedAnswer: (...passed) => step('storedRefundAnswer', () => plain.storedAnswer(...passed)),
    postpone: (...passed) => step('postponeRefund', () => plain.postpone(...passed)),
    claimDue: (...passed) =>
      step('claimDueRefunds', async () =>
        (await plain.claimDue(...passed)).toSorted((a, b) => (a.refundId < b.refundId ? -1 : 1)),
      ),
  }
}

/** Returns the store's steps, recorded in the journal when they happen. */
function watched({ store, journal, faultInjector, timeline }: World): ChargeStore {
  const plain = store.charges
  const close = ({ paymentId }: Hold, answer: Answer | null) => {
    if (answer?.status === 409) journal.unresolved.add(paymentId)
    return answer
  }
  return {
    ...{ awaitConfirmation: plain.awaitConfirmation.bind(plain), resume: plain.resume.bind(plain) },
    storedAnswer: plain.storedAnswer.bind(plain),
    async claim(intent, ...rest) {
      const claimed = await plain.claim(intent, ...rest)
      if (claimed.kind === 'claimed') journal.open.add(intent.paymentId)
      return claimed
    },
    async beginCapture(hold, now) {
      const next = await plain.beginCapture(hold, now)
      if (next === 'capture' && hold.linkId !== null && journal.isClosed(hold.linkId, now))
        journal.violate(`${hold.paymentId} took a use of a link that is closed`)
      return next
    },
    async finish(hold, outcome, ...rest) {
      const answer = await plain.finish(hold, outcome, ...rest)
      if (!answer) return null
      journal.open.delete(hold.paymentId)
      if (outcome.status === 'APPROVED') journal.approved.set(hold.paymentId, hold.amountMinor)
      faultInjector.count(`ends ${outcome.status}`)
      timeline.note(() => `${hold.paymentId} is ${outcome.status}`)
      return close(hold, answer)
    },
    leaveUnresolved: async (hold, ...rest) => close(hold, await plain.leaveUnresolved(hold, ...rest)),
  }
}
