import { CONFIRMATION_MS } from '@/lib/contract/limits'
import type { Answer } from '@/lib/service/idempotency/used-key'
import {
  type AuthorizeAnswer,
  type Processor,
  ProcessorUnreachable,
  type VoidAnswer,
  withProcessorTimeout,
} from '@/lib/service/processor/port'
import type { AnswerFor, ChargeIntent, ChargeOutcome, ChargeStore, Hold } from './charge-store'

export interface ChargeDeps {
  store: ChargeStore
  processor: Processor
  /** Name of this run; the fence lets only this run move the payment. */
  owner: string
  now(): Date
  /** Called at once for each step that failed in the service. */
  onFailure(paymentId: string, error: unknown): void
  /** Time limit of each call of the processor; tests and the simulation shorten it. */
  processorTimeoutMs?: number
}

export interface ChargeRequest {
  intent: ChargeIntent
  /** Token that `tokenize` returned for the card, or the saved card's token. */
  token: string
  /**
   * Address to which the bank may redirect the payer; null for a saved card, whose owner is absent and cannot confirm.
   */
  returnUrl: string | null
  /** Name of the merchant, for the cardholder's statement. */
  merchantName?: string
  answerFor: AnswerFor
  /** Response for an unknown outcome (409 `charge_unresolved`). */
  unresolvedAnswer: Answer
}

export type ChargeResult =
  /** This request ran the charge; `answer` is now stored under the key. */
  | { kind: 'done'; answer: Answer; paymentId: string }
  | { kind: 'replay'; answer: Answer; paymentId: string | null }
  /** The bank requires the payer's confirmation at this address; the payment is PENDING / CONFIRMING. */
  | { kind: 'confirming'; confirmUrl: string; paymentId: string }
  /**
   * The charge still runs in another process, was interrupted and is not closed yet, or was taken over by the
   * reconciler while this process was paused.
   */
  | { kind: 'running'; paymentId: string | null }
  | { kind: 'reused' }

/**
 * Runs one charge: T1, authorize, T2, capture or void, T3 (docs/charges.md). Never executes anything twice: the
 * reconciler closes an interrupted charge, only by void. Throws only what T1 throws.
 */
export async function runCharge(deps: ChargeDeps, request: ChargeRequest): Promise<ChargeResult> {
  const { intent, token, returnUrl, merchantName } = request
  const claim = await deps.store.claim(intent, deps.owner, deps.now())
  if (claim.kind !== 'claimed') return claim

  const { accountId, paymentId, linkId, amountMinor, currency } = intent
  const hold: Hold = { accountId, paymentId, linkId, amountMinor, owner: deps.owner }
  const authorize = () =>
    call(deps, (signal) =>
      deps.processor.authorize(
        {
          reference: paymentId,
          token,
          amountMinor,
          currency,
          returnUrl,
          ...(merchantName && { merchantName }),
        },
        signal,
      ),
    )
  const until = new Date(deps.now().getTime() + CONFIRMATION_MS)
  return finishFrom(deps, request, { hold, currency, until }, authorize)
}

export interface ResumeRequest extends Pick<ChargeRequest, 'answerFor' | 'unresolvedAnswer'> {
  accountId: string
  paymentId: string
}

/**
 * Resumes a charge when the payer returns from the bank: reads the payer's decision there and continues. A decision that
 * cannot be read is read at the payer's next return: nothing has moved yet.
 */
export async function resumeCharge(deps: ChargeDeps, request: ResumeRequest): Promise<ChargeResult> {
  const { accountId, paymentId } = request
  const held = await deps.store.resume({ accountId, paymentId }, deps.owner, deps.now())
  if (!held) return { kind: 'running', paymentId }
  const waiting: Waiting = { hold: held, currency: held.currency, until: held.confirmUntil }
  const undecided: AuthorizeAnswer = {
    ...{ outcome: 'confirmation_required', confirmUrl: held.confirmUrl, processorReference: '' },
  }
  return finishFrom(deps, { ...request, returnUrl: '' }, waiting, () =>
    call(deps, (signal) => deps.processor.confirmed(paymentId, signal)).catch((error: unknown) => {
      if (!(error instanceof ProcessorUnreachable)) throw error
      return undecided
    }),
  )
}

interface Waiting {
  hold: Hold
  currency: string
  until: Date
}

type FinishRequest = Pick<ChargeRequest, 'answerFor' | 'unresolvedAnswer' | 'returnUrl'>

/**
 * Runs the steps from the authorization's result to the stored response. Throws nothing, because the money may have
 * moved: a payment whose step fails in the service is left to the reconciler.
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

type Authorize = () => Promise<AuthorizeAnswer>

async function takeSteps(
  deps: ChargeDeps,
  request: FinishRequest,
  { hold, currency, until }: Waiting,
  authorize: Authorize,
): Promise<ChargeResult> {
  const { paymentId } = hold
  const running: ChargeResult = { kind: 'running', paymentId }
  try {
    const authorized = await authorize()
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

/** Runs T3, with one retry: its fence lets only one of the two write. */
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
    // A COMMIT whose response was lost may have ended the payment: then the key has the stored response.
    return (await store.finish(hold, outcome, answerFor, now())) ?? (await store.storedAnswer(hold))
  }
}

/** Runs T2 and the money movement after it; returns null if this run lost its hold. */
async function moveMoney(
  deps: ChargeDeps,
  hold: Hold,
  currency: string,
  authorized: AuthorizeAnswer,
): Promise<ChargeOutcome | null> {
  const { store, processor, now } = deps
  const reference = hold.paymentId
  switch (authorized.outcome) {
    // A refusal means that the reconciler has barred the reference: the payment now belongs to the reconciler.
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

/**
 * Returns the outcome of a saved card whose bank requires confirmation: annulled, and reported as a decline (decisions:
 * saved card).
 */
function declineUnconfirmed(answer: VoidAnswer, processorReference: string): ChargeOutcome {
  if (answer.outcome !== 'voided' && answer.outcome !== 'tombstone') return outcomeOfVoid(answer)
  return { status: 'FAILED', declineCode: 'authentication_required', processorReference }
}

function call<T>(deps: ChargeDeps, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withProcessorTimeout(work, deps.processorTimeoutMs)
}

/**
 * Returns the payment's outcome for a void's response; the reconciler's whole rule (reliability: the table of a
 * charge).
 */
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
