import { cardChargeAnswer, unresolvedAnswer } from '@/lib/service/charges/charge-answers'
import {
  type ChargeDeps,
  type ChargeResult,
  resumeCharge,
  runCharge,
} from '@/lib/service/charges/charge-protocol'
import type { AnswerFor, ChargeIntent } from '@/lib/service/charges/charge-store'
import { bankOf } from './bank-network'
import type { CardKind } from './bank-under-test'
import { answerText, type KeyRecord } from './journal'
import { chargeStepsOf } from './store-steps'
import { clockOf, InjectedFailure, type Run, startRun, type World } from './world'

/** Result of one request for the client. `none`: no response, whatever happened. */
export type ClientResult =
  | { kind: 'answer'; status: number; paymentId: string }
  | { kind: 'running'; paymentId: string }
  | { kind: 'confirming'; paymentId: string }
  | { kind: 'reused' }
  | { kind: 'none' }

const CURRENCY = 'USD'
const CARD_TO_SAVE = { tokenSealed: 'sealed', expiryMonth: 12, expiryYear: 2099 }
/** Timeouts of clients. */
export const CLIENT_TIMEOUTS_MS = [5_000, 20_000, 60_000]

export interface ChargeCall {
  key: KeyRecord
  card: CardKind
  /** Other amount than the key's own: the same key with another body. */
  amountMinor?: number
}

/** Returns a new key for a charge of a saved card, or for a payer's attempt at a link. */
export function newKey(
  world: World,
  fields: Pick<KeyRecord, 'amountMinor' | 'linkId' | 'customerId'>,
): KeyRecord {
  const name = `key_${world.seed}_${world.nextNumber()}`
  const route = fields.linkId === null ? 'POST /customers/{id}/charges' : `POST /pay/${fields.linkId}`
  const key = { ...fields, name, route, keyHash: Buffer.from(name), paymentIds: [], answers: [] }
  world.journal.keys.push(key)
  return key
}

/** Sends a charge to its own process and waits for the client's result. */
export function sendCharge(
  world: World,
  { key, card, amountMinor = key.amountMinor }: ChargeCall,
): Promise<ClientResult> {
  const number = world.nextNumber()
  const paymentId = `pay_${world.seed}_${number}`
  key.paymentIds.push(paymentId)
  if (card === 'refund_declined') world.journal.declinesRefunds.add(paymentId)
  const intent: ChargeIntent = {
    accountId: world.store.accountId,
    route: key.route,
    keyHash: key.keyHash,
    fingerprint: Buffer.from(`${key.customerId ?? key.linkId} ${amountMinor}`),
    ...{ paymentId, amountMinor, currency: CURRENCY, payerName: 'Ana Payer', payerEmail: '' },
    ...{ customerId: key.customerId, linkId: key.linkId, description: null },
    ...{ cardBrand: 'visa', cardLast4: '4242', requestId: `req_${number}` },
    ...(key.linkId !== null && key.customerId !== null ? { cardToSave: CARD_TO_SAVE } : {}),
  }
  world.timeline.note(() => `run${number}: ${card} ${amountMinor} under ${key.name} as ${paymentId}`)
  return awaitResult(world, key, `run${number}`, (run) =>
    runCharge(depsOf(world, run), {
      intent,
      token: world.bank.tokenFor(card),
      returnUrl: key.linkId === null ? null : `https://checkout.example/pay/${key.linkId}/return`,
      answerFor: answerFor(key, intent),
      unresolvedAnswer: unresolvedAnswer(paymentId, intent.requestId),
    }),
  )
}

/** Handles the payer's return from the bank. */
export function sendReturn(world: World, key: KeyRecord, paymentId: string): Promise<ClientResult> {
  const number = world.nextNumber()
  world.timeline.note(() => `run${number}: the payer of ${paymentId} is back`)
  return awaitResult(world, key, `run${number}`, (run) =>
    resumeCharge(depsOf(world, run), {
      accountId: world.store.accountId,
      paymentId,
      answerFor: pageAnswer,
      unresolvedAnswer: unresolvedAnswer(paymentId, paymentId),
    }),
  )
}

/** Response as in payLink: the payer's page reads the payment, and its key needs no body. */
const pageAnswer: AnswerFor = ({ status }) => ({ status: status === 'APPROVED' ? 201 : 402, body: '' })

function answerFor(key: KeyRecord, intent: ChargeIntent): AnswerFor {
  return key.linkId === null ? (outcome) => cardChargeAnswer(intent, outcome) : pageAnswer
}

function depsOf(world: World, run: Run): ChargeDeps {
  return {
    store: chargeStepsOf(world, run),
    processor: bankOf(world, run, 'charge'),
    owner: run.name,
    now: clockOf(world, run),
    onFailure: (paymentId, error) => {
      if (!(error instanceof InjectedFailure)) world.journal.violate(`${paymentId} failed by ${error}`)
    },
  }
}

/** Waits like the client: for a response, or nothing after a while although the process may still be running. */
function awaitResult(
  world: World,
  key: KeyRecord,
  name: string,
  body: (run: Run) => Promise<ChargeResult>,
): Promise<ClientResult> {
  const { timeline, dice } = world
  return new Promise((resolve) => {
    timeline.at(timeline.nowMs + dice.pick(CLIENT_TIMEOUTS_MS), () => resolve({ kind: 'none' }))
    world.busy++
    void startRun(world, name, body).then((end) => {
      world.busy--
      if (end.kind !== 'answered') return resolve({ kind: 'none' })
      resolve(clientResultOf(world, key, name, end.value))
    })
  })
}

function clientResultOf(
  { timeline, journal }: World,
  key: KeyRecord,
  name: string,
  result: ChargeResult,
): ClientResult {
  switch (result.kind) {
    case 'done':
    case 'replay': {
      const { answer } = result
      timeline.note(() => `${name} answers ${answerText(answer)} (${result.kind})`)
      journal.answered(key, answer)
      return { kind: 'answer', status: answer.status, paymentId: result.paymentId ?? '' }
    }
    case 'running':
    case 'confirming':
      timeline.note(() => `${name} answers ${result.kind} ${result.paymentId}`)
      return { kind: result.kind, paymentId: result.paymentId ?? '' }
    case 'reused':
      timeline.note(() => `${name} answers 422`)
      return { kind: 'reused' }
  }
}
