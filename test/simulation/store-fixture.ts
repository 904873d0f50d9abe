import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { CONFIRMATION_MS } from '@/lib/contract/limits'
import type { ChargeIntent, ChargeOutcome, Hold } from '@/lib/service/charges/charge-store'
import type { Answer } from '@/lib/service/idempotency/used-key'
import type { LinkSeed, StoreUnderTest } from './store-under-test'
import { START_MS } from './world'

export const LEASE_MS = 30_000
export const AMOUNT_MINOR = 12_050
/** Number of concurrent calls in each race, and number of races: on Postgres they really overlap. */
export const CONTENDERS = 12
const RACES = 8

const processorReference = 'tb_1'
export const APPROVED: ChargeOutcome = { status: 'APPROVED', authorizationCode: 'A1B2C3', processorReference }
export const FAILED: ChargeOutcome = { status: 'FAILED', declineCode: 'generic_decline', processorReference }
export const VOIDED: ChargeOutcome = { status: 'VOIDED', processorReference }
export const TIMEOUT: ChargeOutcome = { status: 'TIMEOUT' }
export const UNRESOLVED: Answer = { status: 409, body: '{"unresolved":true}' }
export const answerFor = ({ status }: ChargeOutcome): Answer => ({
  status: 201,
  body: `{"ended":"${status}"}`,
})

export interface OpenedStore {
  store: StoreUnderTest
  /** Customer of the store. */
  customerId: string
  close(): Promise<void>
}

/** Store with its simulated clock and the steps of its tests. Each test starts with nothing due. */
export class StoreFixture {
  nowMs = START_MS
  #opened: OpenedStore | null = null
  #number = 0

  constructor(open: () => Promise<OpenedStore>) {
    beforeAll(async () => {
      this.#opened = await open()
    })
    afterAll(() => this.#opened?.close())
    beforeEach(async () => {
      await this.pass(CONFIRMATION_MS + LEASE_MS)
      for (let left = await this.orphansOf('broom'); left.length > 0; left = await this.orphansOf('broom'))
        for (const hold of left) await this.finish(hold, VOIDED)
    })
  }

  get store(): StoreUnderTest {
    if (!this.#opened) throw new Error('the store is open only while its tests run')
    return this.#opened.store
  }

  get customerId(): string {
    return this.#opened?.customerId ?? ''
  }

  readonly next = (): number => ++this.#number
  readonly now = (): Date => new Date(this.nowMs)

  readonly pass = (durationMs: number): Promise<void> => {
    this.nowMs += durationMs
    return this.store.setClock(this.nowMs)
  }

  readonly newLink = async (overrides: Partial<LinkSeed> = {}): Promise<string> => {
    const id = `pl_${this.next()}`
    await this.store.newLink({ id, amountMinor: AMOUNT_MINOR, maxUses: null, expiresAt: null, ...overrides })
    return id
  }

  readonly intent = (overrides: Partial<ChargeIntent> = {}): ChargeIntent => ({
    accountId: this.store.accountId,
    route: 'POST /customers/{id}/charges',
    keyHash: Buffer.from(`key ${this.next()}`),
    fingerprint: Buffer.from('body'),
    paymentId: `pay_${this.next()}`,
    ...{ amountMinor: AMOUNT_MINOR, currency: 'USD', payerName: 'Ana', payerEmail: '' },
    ...{ customerId: null, linkId: null, description: null, cardBrand: 'visa', cardLast4: '4242' },
    requestId: `req_${this.next()}`,
    ...overrides,
  })

  readonly holdOf = ({ paymentId, linkId, accountId, amountMinor }: ChargeIntent, owner: string): Hold => {
    return { paymentId, linkId, accountId, amountMinor, owner }
  }

  /** Runs T1 with a new owner. */
  readonly claimed = async (overrides: Partial<ChargeIntent> = {}): Promise<Hold> => {
    const wish = this.intent(overrides)
    const owner = `owner ${this.next()}`
    expect(await this.store.charges.claim(wish, owner, this.now())).toEqual({ kind: 'claimed' })
    return this.holdOf(wish, owner)
  }

  readonly finish = (hold: Hold, outcome: ChargeOutcome) =>
    this.store.charges.finish(hold, outcome, answerFor, this.now())

  readonly beginCapture = (hold: Hold) => this.store.charges.beginCapture(hold, this.now())

  readonly orphansOf = (owner: string, limit = 100) =>
    this.store.orphans.claimOrphans(owner, limit, this.now())

  /** Returns all stored rows of a payment. */
  readonly rowsOf = async (hold: Pick<Hold, 'paymentId' | 'linkId'>) => {
    const contents = await this.store.contents()
    return {
      payment: contents.payments.find(({ id }) => id === hold.paymentId),
      link: contents.links.find(({ id }) => id === hold.linkId),
      key: contents.keys.find(({ paymentId }) => paymentId === hold.paymentId),
      events: contents.events
        .filter(({ objectId }) => objectId === hold.paymentId || objectId === hold.linkId)
        .map(({ kind, status }) => `${kind} ${status}`),
      ledger: contents.ledger
        .filter(({ objectId }) => objectId === hold.paymentId)
        .map((row) => `${row.ledger} ${row.amountMinor}`),
      held: contents.heldCards.includes(hold.paymentId),
    }
  }

  /** Runs several calls at the same time. */
  readonly race = <Value>(work: (index: number) => Promise<Value>): Promise<Value[]> =>
    Promise.all(Array.from({ length: CONTENDERS }, (_, index) => work(index)))

  /** Repeats a race: a single good result proves little. */
  readonly each = async (work: () => Promise<void>): Promise<void> => {
    for (let count = 0; count < RACES; count++) await work()
  }
}

export function times(values: readonly unknown[], value: unknown): number {
  return values.filter((it) => it === value).length
}
