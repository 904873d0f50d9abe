import { type Processor, ProcessorUnreachable, withProcessorTimeout } from '@/lib/service/processor/port'
import type { Answer, AnswerFor, ChargeIntent, ChargeOutcome, ChargeStore, Hold } from './charge-store'

export interface ChargeDeps {
  store: ChargeStore
  processor: Processor
  /** A name for this run; the fence lets only it move the payment. */
  owner: string
  now(): Date
}

export interface ChargeRequest {
  intent: ChargeIntent
  /** What `tokenize` gave for the card, or the saved card's token. */
  token: string
  answerFor: AnswerFor
  /** The answer of an outcome that is unknown (409 `charge_unresolved`). */
  unresolvedAnswer: Answer
}

export type ChargeResult =
  /** This request ran the charge; `answer` is what the key now holds. */
  | { kind: 'done'; answer: Answer; paymentId: string }
  | { kind: 'replay'; answer: Answer; paymentId: string }
  /** Still running elsewhere, or cut off and not closed yet, or taken over by the reconciler while this process slept. */
  | { kind: 'running'; paymentId: string }
  | { kind: 'reused' }

/**
 * Runs one charge: T1, authorize, T2, capture or void, T3 (docs/charges.md). Never executes anything twice: whatever
 * is lost on the way is closed by the reconciler, by void alone.
 */
export async function runCharge(deps: ChargeDeps, request: ChargeRequest): Promise<ChargeResult> {
  const { intent } = request
  const claim = await deps.store.claim(intent, deps.owner, deps.now())
  if (claim.kind !== 'claimed') return claim

  const { accountId, paymentId, linkId, amountMinor } = intent
  const hold: Hold = { accountId, paymentId, linkId, amountMinor, owner: deps.owner }
  const answer = await execute(deps, request, hold)
  return answer ? { kind: 'done', answer, paymentId } : { kind: 'running', paymentId }
}

/** From authorize to the stored answer; null when this run lost its hold. */
async function execute(deps: ChargeDeps, request: ChargeRequest, hold: Hold): Promise<Answer | null> {
  try {
    const outcome = await moveMoney(deps, request, hold)
    return outcome && (await deps.store.finish(hold, outcome, request.answerFor, deps.now()))
  } catch (error) {
    if (!(error instanceof ProcessorUnreachable)) throw error
    return await deps.store.leaveUnresolved(hold, request.unresolvedAnswer, deps.now())
  }
}

async function moveMoney(
  { store, processor, now }: ChargeDeps,
  { intent, token }: ChargeRequest,
  hold: Hold,
): Promise<ChargeOutcome | null> {
  const reference = intent.paymentId
  const authorized = await withProcessorTimeout((signal) =>
    processor.authorize(
      { reference, token, amountMinor: intent.amountMinor, currency: intent.currency },
      signal,
    ),
  )
  // A refusal means that the reconciler has barred the reference: the payment is its, not ours.
  if (authorized.outcome === 'refused') return null
  if (authorized.outcome === 'declined') {
    const { declineCode, processorReference } = authorized
    return { status: 'FAILED', declineCode, processorReference }
  }

  const next = await store.beginCapture(hold, now())
  if (next === 'lost') return null
  if (next === 'capture') {
    const captured = await withProcessorTimeout((signal) => processor.capture(reference, signal))
    if (captured.outcome === 'voided') return null
    const { authorizationCode, processorReference } = authorized
    return { status: 'APPROVED', authorizationCode, processorReference }
  }
  const voided = await withProcessorTimeout((signal) => processor.void(reference, signal))
  return outcomeOfVoid(voided)
}

/** What a void's answer makes of the payment; the reconciler's whole rule (reliability: the table of a charge). */
export function outcomeOfVoid(answer: Awaited<ReturnType<Processor['void']>>): ChargeOutcome {
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
