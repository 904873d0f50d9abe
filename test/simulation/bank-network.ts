import { type Processor, ProcessorUnreachable } from '@/lib/service/processor/port'
import { bankFaults } from './fault-injector'
import type { Caller } from './seeded-bug'
import { deliverTo, kill, pause, type Run, type World } from './world'

const NETWORK_LATENCY_MS = { usual: 400, slow: 3_500 }
const SLOW = 0.1
/** Longest delay of a lost request after our timeout. */
const LATE_MAX_MS = 60_000

interface Timer {
  durationMs: number
  ring(): void
}

const timers = new WeakMap<AbortSignal, Timer>()

/**
 * Puts `AbortSignal.timeout` on virtual time: it is the only clock that the code under test reads directly. A signal
 * created in the meantime fires when the line below allows it.
 * @returns a function that restores the real one
 */
export function driveTimeouts(): () => void {
  const real = AbortSignal.timeout
  AbortSignal.timeout = (durationMs) => {
    const controller = new AbortController()
    timers.set(controller.signal, { durationMs, ring: () => controller.abort() })
    return controller.signal
  }
  return () => {
    AbortSignal.timeout = real
  }
}

/** Returns the bank as a process's code sees it. */
export function bankOf(world: World, run: Run, by: Caller): Processor {
  const line = unreliableBank(world, run)
  return { ...line, ...world.bug?.bank?.(line, by) }
}

/** Returns the bank over a line that loses, delays and repeats messages, for a process that may sleep or die. */
function unreliableBank(world: World, run: Run): Processor {
  const { processor } = world.bank
  const { journal } = world
  return {
    cardEntry: processor.cardEntry,
    tokenize: (...given) => processor.tokenize(...given),
    lookup: (reference, signal) =>
      call(world, run, `lookup ${reference}`, signal, () => processor.lookup(reference, unlimited)),
    authorize: (request, signal) =>
      call(world, run, `authorize ${request.reference}`, signal, () =>
        processor.authorize(request, unlimited),
      ),
    confirmed: (reference, signal) =>
      call(world, run, `confirmed ${reference}`, signal, () => processor.confirmed(reference, unlimited)),
    refund: (request, signal) =>
      call(world, run, `refund ${request.reference}`, signal, () => processor.refund(request, unlimited)),
    submitEvidence: (evidence, signal) =>
      call(world, run, `evidence ${evidence.disputeReference}`, signal, () =>
        processor.submitEvidence(evidence, unlimited),
      ),
    void: (reference, signal) =>
      call(world, run, `void ${reference}`, signal, () => processor.void(reference, unlimited)),
    capture(reference, signal) {
      const afterTheEnd = journal.unresolved.has(reference)
      return call(world, run, `capture ${reference}`, signal, async () => {
        const answer = await processor.capture(reference, unlimited)
        if (answer.outcome === 'captured' && !journal.captured.has(reference)) {
          journal.captured.add(reference)
          if (afterTheEnd)
            journal.violate(
              `${reference} was captured by a request sent after its key was closed as unresolved`,
            )
        }
        return answer
      })
    },
  }
}

// Our timeouts do not end the bank's own work.
const unlimited = new AbortController().signal

function call<Value>(
  world: World,
  run: Run,
  label: string,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  const { timeline, faultInjector, dice } = world
  const timer = timers.get(signal)
  if (!timer) throw new Error('a call of the bank without a time-out')
  const kind = label.slice(0, label.indexOf(' '))
  const fault = faultInjector.draw(kind, bankFaults, timeline.nowMs)
  const timeOutMs = timeline.nowMs + timer.durationMs
  const travelMs = () => dice.int(1, dice.chance(SLOW) ? NETWORK_LATENCY_MS.slow : NETWORK_LATENCY_MS.usual)
  if (fault) timeline.note(() => `${run.name} ${label}: ${fault}`)

  return new Promise((resolve, reject) => {
    const timeOut = () => deliverTo(world, run, Math.max(timeOutMs, timeline.nowMs), timer.ring)
    // The bank receives the request and executes it; `answers`: its response arrives.
    const deliver = (atMs: number, answers: boolean) =>
      timeline.workAt(atMs, async () => {
        if (fault === 'pause_before' && !run.alive) return () => {}
        const outcome = await attempt(work)
        return () => {
          timeline.note(() => `bank ${label} -> ${formatOutcome(outcome)}${answers ? '' : ' (not received)'}`)
          if (!answers) return
          if (fault === 'pause_after') pause(world, run)
          const backMs = timeline.nowMs + travelMs()
          if (fault === 'answer_lost' || backMs > timeOutMs) return timeOut()
          deliverTo(world, run, backMs, () => {
            // A process that slept past the timeout finds both the response and the alarm.
            if (timeline.nowMs >= timeOutMs && dice.chance(0.5)) timer.ring()
            else if (fault === 'answer_broken') reject(new SyntaxError('the answer is no JSON'))
            else if (outcome instanceof Failed) reject(outcome.error)
            else resolve(fault === 'answer_wrong_amount' ? withWrongAmount(outcome) : outcome)
          })
        }
      })

    switch (fault) {
      case 'crash_before':
        return kill(world, run)
      case 'crash_after':
        kill(world, run)
        return deliver(timeline.nowMs + travelMs(), false)
      case 'bank_refuses':
        return deliverTo(world, run, timeline.nowMs + travelMs(), () =>
          reject(new ProcessorUnreachable('the bank refuses the connection')),
        )
      case 'request_lost':
        return timeOut()
      case 'request_late':
        timeOut()
        return deliver(timeOutMs + dice.int(0, LATE_MAX_MS), false)
      case 'request_twice':
        deliver(timeOutMs + dice.int(0, LATE_MAX_MS), false)
        return deliver(timeline.nowMs + travelMs(), true)
      case 'pause_before':
        pause(world, run)
        return deliver(run.pausedUntil + travelMs(), true)
      default:
        return deliver(timeline.nowMs + travelMs(), true)
    }
  })
}

class Failed {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

async function attempt<Value>(work: () => Promise<Value>): Promise<Value | Failed> {
  try {
    return await work()
  } catch (error) {
    return new Failed(error)
  }
}

function formatOutcome(outcome: unknown): string {
  if (outcome instanceof Failed) return String(outcome.error)
  if (typeof outcome === 'object' && outcome !== null && 'outcome' in outcome) return String(outcome.outcome)
  return JSON.stringify(outcome)
}

/** Returns the response with another amount than the requested one. */
function withWrongAmount<Value>(answer: Value): Value {
  const echoes = typeof answer === 'object' && answer !== null && 'amountMinor' in answer
  return echoes ? { ...answer, amountMinor: Number(answer.amountMinor) + 1 } : answer
}
