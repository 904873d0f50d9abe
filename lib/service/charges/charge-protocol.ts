import { CONFIRMATION_MS } from '@/lib/contract/confirmation'
import {
  type AuthorizeAnswer,
  type Processor,
  ProcessorUnreachable,
  type VoidAnswer,
  withProcessorTimeout,
} from '@/lib/service/processor/port'
import type { Answer, AnswerFor, ChargeIntent, ChargeOutcome, ChargeStore, Hold } from './charge-store'

export interface ChargeDeps {
  store: ChargeStore
  processor: Processor
  /** A name for this run; the fence lets only it move the payment. */
  owner: string
  now(): Date
  /** Called at once for each step that failed on our side. */
  onFailure(paymentId: string, error: unknown): void
  /** Per call of the processor; tests and the simulation shorten it. */
  processorTimeoutMs?: number
}

export interface ChargeRequest {
  intent: ChargeIntent
  /** What `tokenize` gave for the card, or the saved card's token. */
  token: string
  /** Where the bank may send the payer; null for a saved card, whose owner is not there to confirm. */
  returnUrl: string | null
  answerFor: AnswerFor
  /** The answer of an outcome that is unknown (409 `charge_unresolved`). */
  unresolvedAnswer: Answer
}

export type ChargeResult =
  /** This request ran the charge; `answer` is what the key now holds. */
  | { kind: 'done'; answer: Answer; paymentId: string }
  | { kind: 'replay'; answer: Answer; paymentId: string | null }
  /** The bank wants the payer's confirmation at this address; the payment is PENDING / CONFIRMING. */
  | { kind: 'confirming'; confirmUrl: string; paymentId: string }
  /** Still running elsewhere, or cut off and not closed yet, or taken over by the reconciler while this process slept. */
  | { kind: 'running'; paymentId: string | null }
  | { kind: 'reused' }

/**
 * Runs one charge: T1, authorize, T2, capture or void, T3 (docs/charges.md). Never executes anything twice: whatever
 * is lost on the way is closed by the reconciler, by void alone. Throws only what T1 throws.
 */
export async function runCharge(deps: ChargeDeps, request: ChargeRequest): Promise<ChargeResult> {
  const { intent, token, returnUrl } = request
  const claim = await deps.store.claim(intent, deps.owner, deps.now())
  if (claim.kind !== 'claimed') return claim

  const { accountId, paymentId, linkId, amountMinor, currency } = intent
  const hold: Hold = { accountId, paymentId, linkId, amountMinor, owner: deps.owner }
  const authorize = (signal: AbortSignal) =>
    deps.processor.authorize({ reference: paymentId, token, amountMinor, currency, returnUrl }, signal)
  const until = new Date(deps.now().getTime() + CONFIRMATION_MS)
  return finishFrom(deps, request, { hold, currency, until }, authorize)
}

export interface ResumeRequest extends Pick<ChargeRequest, 'answerFor' | 'unresolvedAnswer'> {
  accountId: string
  paymentId: string
}

/** The payer is back from the bank: asks it what the payer decided, and goes on from there. */
export async function resumeCharge(deps: ChargeDeps, request: ResumeRequest): Promise<ChargeResult> {
  const { accountId, paymentId } = request
  const held = await deps.store.resume({ accountId, paymentId }, deps.owner, deps.now())
  if (!held) return { kind: 'running', paymentId }
  const waiting: Waiting = { hold: held, currency: held.currency, until: held.confirmUntil }
  return finishFrom(deps, { ...request, returnUrl: '' }, waiting, (signal) =>
    deps.processor.confirmed(paymentId, signal),
  )
}

interface Waiting {
  hold: Hold
  currency: string
  until: Date
}

type FinishRequest = Pick<ChargeRequest, 'answerFor' | 'unresolvedAnswer' | 'returnUrl'>

/**
 * From the bank's word on the authorisation to the stored answer. Throws nothing, as the money may have moved: a payment
 * whose step fails on our side is left to the reconciler.
 */
async function finishFrom(
  deps: ChargeDeps,
  request: FinishRequest,
  waiting: Waiting,
  authorize: Authorize,
): Promise<ChargeResult> {
  const { paymentId } = waiting.hold
  try {
    return await takeSteps(deps, request, waiting, authorize)
  } catch (error) {
    deps.onFailure(paymentId, error)
    return { kind: 'running', paymentId }
  }
}

type Authorize = (signal: AbortSignal) => Promise<AuthorizeAnswer>

async function takeSteps(
  deps: ChargeDeps,
  request: FinishRequest,
  { hold, currency, until }: Waiting,
  authorize: Authorize,
): Promise<ChargeResult> {
  const { paymentId } = hold
  const running: ChargeResult = { kind: 'running', paymentId }
  try {
    const authorized = await call(deps, authorize)
    if (authorized.outcome === 'confirmation_required' && request.returnUrl !== null) {
      const { confirmUrl } = authorized
      const waits = await deps.store.awaitConfirmation(hold, confirmUrl, until)
      return waits ? { kind: 'confirming', confirmUrl, paymentId } : running
    }
    const outcome = await moveMoney(deps, hold, currency, authorized)
    const answer = outcome && (await finish(deps, hold, outcome, request.answerFor))
    return answer ? { kind: 'done', answer, paymentId } : running
  } catch (error) {
    if (!(error instanceof ProcessorUnreachable)) throw error
    const answer = await deps.store.leaveUnresolved(hold, request.unresolvedAnswer, deps.now())
    return answer ? { kind: 'done', answer, paymentId } : running
  }
}

/** T3, tried again once: its fence lets one of the two write. */
async function finish(
  { store, now, onFailure }: ChargeDeps,
  hold: Hold,
  outcome: ChargeOutcome,
  answerFor: AnswerFor,
): Promise<Answer | null> {
  try {
    return await store.finish(hold, outcome, answerFor, now())
  } catch (error) {
    onFailure(hold.paymentId, error)
    // A COMMIT whose answer was lost may have ended the payment: then the key holds the answer.
    return (await store.finish(hold, outcome, answerFor, now())) ?? (await store.storedAnswer(hold))
  }
}

/** T2 and what follows it; null when this run lost its hold. */
async function moveMoney(
  deps: ChargeDeps,
  hold: Hold,
  currency: string,
  authorized: AuthorizeAnswer,
): Promise<ChargeOutcome | null> {
  const { store, processor, now } = deps
  const reference = hold.paymentId
  switch (authorized.outcome) {
    // A refusal means that the reconciler has barred the reference: the payment is its, not ours.
    case 'refused':
      return null
    case 'declined': {
      const { declineCode, processorReference } = authorized
      return { status: 'FAILED', declineCode, processorReference }
    }
    case 'confirmation_required': {
      const voided = await call(deps, (signal) => processor.void(reference, signal))
      return declineUnconfirmed(voided, authorized.processorReference)
    }
    case 'authorized': {
      if (authorized.amountMinor !== hold.amountMinor || authorized.currency !== currency) {
        throw new ProcessorUnreachable('the processor reserved another amount than ours')
      }
      const next = await store.beginCapture(hold, now())
      if (next === 'lost') return null
      if (next === 'void')
        return outcomeOfVoid(await call(deps, (signal) => processor.void(reference, signal)))
      const captured = await call(deps, (signal) => processor.capture(reference, signal))
      if (captured.outcome === 'voided') return null
      const { authorizationCode, processorReference } = authorized
      return { status: 'APPROVED', authorizationCode, processorReference }
    }
  }
}

/** A saved card whose bank asks for its owner: annulled, and told as a decline (decisions: saved card). */
function declineUnconfirmed(answer: VoidAnswer, processorReference: string): ChargeOutcome {
  if (answer.outcome !== 'voided' && answer.outcome !== 'tombstone') return outcomeOfVoid(answer)
  return { status: 'FAILED', declineCode: 'authentication_required', processorReference }
}

function call<T>(deps: ChargeDeps, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withProcessorTimeout(work, deps.processorTimeoutMs)
}

/** What a void's answer makes of the payment; the reconciler's whole rule (reliability: the table of a charge). */
export function outcomeOfVoid(answer: VoidAnswer): ChargeOutcome {
  switch (answer.outcome) {
    case 'voided':
      return { status: 'VOIDED', processorReference: answer.processorReference }
    case 'captured': {
      const { authorizationCode, processorReference } = answer
      return { status: 'APPROVED', authorizationCode, processorReference }
    }
    case 'declined':
      return {
        status: 'FAILED',
        declineCode: answer.declineCode,
        processorReference: answer.processorReference,
      }
    case 'tombstone':
      return { status: 'TIMEOUT' }
  }
}
