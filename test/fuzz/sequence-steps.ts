import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ErrorBody } from '@/lib/contract/errors'
import { payLink } from '@/lib/service/charges/pay-link'
import type { Merchant } from '@/test/factories/running-api'
import { type FuzzTarget, saveTestCard } from './fuzz-target'
import { judge, Undocumented } from './judge'
import type { Model, ModelCustomer, ModelLink } from './sequence-model'
import type { WireAnswer } from './wire'

/** Account under test, and another account that must never see its data. */
export class MerchantSession {
  readonly target: FuzzTarget
  readonly merchant: Merchant
  readonly otherMerchant: Merchant
  /** Statuses and codes that were seen, of all worlds. */
  readonly #reached: Set<string>

  constructor(target: FuzzTarget, merchant: Merchant, otherMerchant: Merchant, reached: Set<string>) {
    this.target = target
    this.merchant = merchant
    this.otherMerchant = otherMerchant
    this.#reached = reached
  }

  /** Calls an operation, checks its response against the document, and expects this status. */
  async call(
    name: string,
    status: number | readonly number[],
    { id = '', body, key, query = '', as = this.merchant }: CallOptions = {},
  ): Promise<{ answer: WireAnswer; body: Answered }> {
    const { api, wire } = this.target
    const operation = api.operation(name)
    const request = {
      method: operation.method,
      path: `/api/v1${operation.path.replace('{id}', encodeURIComponent(id))}${query}`,
      headers: [
        ['Authorization', `Bearer ${as.key}`] as const,
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
        ...(key === undefined ? [] : [['Idempotency-Key', key] as const]),
      ],
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const answer = await wire.send(request)
    const answered = judge(api, operation, request, answer)
    if (![status].flat().includes(answer.status)) throw new Undocumented(`not ${status}`, request, answer)
    // Checked against the document just now; steps read single fields of it.
    const parsed = answered as Answered
    this.#reached.add(`${name} ${answer.status} ${parsed.error?.code ?? ''}`.trim())
    return { answer, body: parsed }
  }

  /** Checks that another account gets the same response as for an unknown id. */
  async otherMerchantSeesNothing(name: string, id: string, body?: object): Promise<void> {
    const options = { as: this.otherMerchant, ...(body ? { body } : {}) }
    const [theirs, nobodys] = [
      await this.call(name, 404, { id, ...options }),
      await this.call(name, 404, { id: 'nobodys', ...options }),
    ]
    const errorOf = ({ body: { error } }: { body: Answered }) => ({ ...error, details: null })
    expect(errorOf(theirs)).toEqual(errorOf(nobodys))
    expect(Object.keys(theirs.body.error.details)).toEqual(['request_id'])
  }
}

interface CallOptions {
  id?: string
  body?: object
  key?: string
  query?: string
  as?: Merchant
}

type Answered = ErrorBody & Record<string, unknown> & { id: string; status: string; data: { id: string }[] }

/** One step of a merchant's day. `pick` selects among the existing objects. */
type Step = (session: MerchantSession, model: Model, pick: number) => Promise<void>

const chosen = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(1, items.length)]

const withLink = (
  act: (session: MerchantSession, model: Model, link: ModelLink, pick: number) => Promise<void>,
): Step => {
  return async (session, model, pick) => {
    const link = chosen(model.links, pick)
    if (link) await act(session, model, link, pick)
  }
}

const withCustomer = (
  act: (session: MerchantSession, model: Model, customer: ModelCustomer, pick: number) => Promise<void>,
): Step => {
  return async (session, model, pick) => {
    const customer = chosen(model.customers, pick)
    if (customer) await act(session, model, customer, pick)
  }
}

const CARDS = [
  '4242424242424242',
  '4000000000000341',
  '4000000000000259',
  '4000000000000267',
  '4000002500003155',
] as const

const cardOf = (number: string) => ({ number, expiryMonth: 12, expiryYear: 2030, cvc: '123' })

const steps = {
  createLink: async (session, model, pick) => {
    const maxUses = [1, 2, null][pick % 3] ?? null
    const { body } = await session.call('createPaymentLink', 201, {
      body: { title: 'Cake', amount: 12.5, max_uses: maxUses },
    })
    model.links.push({ id: body.id, status: 'ACTIVE', maxUses, paid: 0 })
  },
  payLink: withLink(async ({ target: { running } }, _model, link) => {
    const input = {
      linkId: link.id,
      attempt: randomUUID(),
      payerName: 'Ana',
      payerEmail: '',
      card: cardOf(CARDS[0]),
    }
    const paid = await payLink({ ...running, processor: running.bank, leaseMs: 30_000 }, input)
    expect(paid.kind).toBe(link.status === 'ACTIVE' ? 'attempted' : 'refused')
    if (link.status !== 'ACTIVE') return
    link.paid += 1
    if (link.paid === link.maxUses) link.status = 'COMPLETED'
  }),
  readLink: withLink(async (session, _model, link) => {
    const { body } = await session.call('getPaymentLink', 200, { id: link.id })
    expect(body).toMatchObject({ status: link.status, paid_count: link.paid, max_uses: link.maxUses })
    await session.otherMerchantSeesNothing('getPaymentLink', link.id)
  }),
  cancelLink: withLink(async (session, _model, link) => {
    await session.otherMerchantSeesNothing('cancelPaymentLink', link.id)
    const { body } = await session.call('cancelPaymentLink', link.status === 'COMPLETED' ? 409 : 200, {
      id: link.id,
    })
    if (link.status === 'COMPLETED') expect(body.error.code).toBe('link_already_completed')
    else link.status = 'CANCELLED'
  }),
  listLinks: async (session, model) => {
    const { body } = await session.call('listPaymentLinks', 200, { query: '?limit=100' })
    const seen = new Set(body.data.map(({ id }) => id))
    expect(model.links.filter(({ id }) => !seen.has(id))).toEqual([])
    for (const status of ['ACTIVE', 'COMPLETED', 'CANCELLED']) {
      const own = await session.call('listPaymentLinks', 200, { query: `?limit=100&status=${status}` })
      const ids = new Set(own.body.data.map(({ id }) => id))
      expect(model.links.filter((link) => ids.has(link.id) !== (link.status === status))).toEqual([])
    }
    const theirs = await session.call('listPaymentLinks', 200, { as: session.otherMerchant })
    expect(theirs.body.data).toEqual([])
  },
  createCustomer: async (session, model, pick) => {
    model.serial += 1
    const phone = `+1 212 555 ${String(model.serial).padStart(4, '0')}`
    const { body } = await session.call('createCustomer', 201, {
      body: { name: 'Ana', phone, external_ref: `r${pick}` },
    })
    const card = pick % 4 === 0 ? null : (chosen(CARDS, pick) ?? null)
    if (card) await saveTestCard(session.target.running, session.merchant, body.id, card)
    model.customers.push({ id: body.id, phone, status: 'ACTIVE', card })
  },
  createTwin: withCustomer(async (session, _model, customer) => {
    const body = { name: 'Twin', phone: customer.phone.replaceAll(' ', '-') }
    const { body: refused } = await session.call('createCustomer', 409, { body })
    expect(refused.error.details).toMatchObject({ field: 'phone', customer_id: customer.id })
  }),
  readCustomer: withCustomer(async (session, _model, customer) => {
    const { body } = await session.call('getCustomer', 200, { id: customer.id })
    expect(body).toMatchObject({ status: customer.status, phone: customer.phone })
    expect(body.card === null).toBe(customer.card === null)
    const found = await session.call('listCustomers', 200, {
      query: `?phone=${encodeURIComponent(customer.phone)}`,
    })
    expect(found.body.data.map(({ id }) => id)).toEqual([customer.id])
    await session.otherMerchantSeesNothing('getCustomer', customer.id)
    await session.otherMerchantSeesNothing('updateCustomer', customer.id, { name: 'Mine' })
  }),
  archiveOrRestore: withCustomer(async (session, _model, customer) => {
    customer.status = customer.status === 'ACTIVE' ? 'ARCHIVED' : 'ACTIVE'
    await session.call('updateCustomer', 200, { id: customer.id, body: { status: customer.status } })
  }),
  chargeByLink: withCustomer(async (session, model, customer) => {
    const expected = customer.status === 'ACTIVE' ? 201 : 409
    const { body } = await session.call('createCharge', expected, { id: customer.id, body: { amount: 3 } })
    if (expected === 409) return expect(body.error.code).toBe('customer_archived')
    // The document has just been checked for the form of a charge.
    const { id } = body.payment_link as { id: string }
    model.links.push({ id, status: 'ACTIVE', maxUses: 1, paid: 0 })
  }),
  chargeCard: withCustomer(async (session, model, customer, pick) => {
    const key = pick % 5 === 0 ? undefined : `key-${randomUUID()}`
    const sent = { amount: 1 + (pick % 7), use_saved_card: true }
    const { status, code } = expectedOfCharge(customer)
    const { answer, body } = await session.call('createCharge', status, {
      id: customer.id,
      body: sent,
      ...(key ? { key } : {}),
    })
    if (status === 201) model.approved.push(String(body.payment_id))
    else expect(body.error.code).toBe(code)
    if (code === 'charge_unresolved') model.unresolved.push(String(body.error.details.payment_id))
    if (key && code !== 'no_saved_card' && code !== 'customer_archived') {
      model.keys.set(key, { path: customer.id, body: JSON.stringify(sent), answer })
    }
    await session.otherMerchantSeesNothing('createCharge', customer.id, sent)
  }),
  chargeAgain: async (session, model, pick) => {
    const [key, first] = chosen([...model.keys], pick) ?? []
    if (!key || !first) return
    const { answer } = await session.call('createCharge', first.answer.status, {
      id: first.path,
      body: JSON.parse(first.body),
      key,
    })
    expect(answer.text).toBe(first.answer.text)
    expect(answer.headers['idempotent-replay']).toBe('true')
    const { body } = await session.call('createCharge', 422, { id: first.path, body: { amount: 77 }, key })
    expect(body.error.code).toBe('idempotency_key_reused')
    // Another account's same key is a separate key, and the customer does not exist there.
    await session.call('createCharge', 404, {
      id: first.path,
      body: JSON.parse(first.body),
      key,
      as: session.otherMerchant,
    })
  },
  readPayments: async (session, model, pick) => {
    const { body } = await session.call('listPayments', 200, { query: '?limit=100&status=APPROVED' })
    const seen = new Set(body.data.map(({ id }) => id))
    expect(
      model.approved.filter((id) => !seen.has(id)).slice(0, body.data.length < 100 ? undefined : 0),
    ).toEqual([])
    const id = chosen([...model.approved, ...model.unresolved], pick)
    if (!id) return
    const payment = await session.call('getPayment', 200, { id })
    if (model.approved.includes(id)) expect(payment.body.status).toBe('APPROVED')
    await session.otherMerchantSeesNothing('getPayment', id)
  },
} satisfies Record<string, Step>

/** Returns the expected result of a charge (decisions: test cards, when they are charged later). */
function expectedOfCharge({ status, card }: ModelCustomer): { status: number; code: string | null } {
  if (status === 'ARCHIVED') return { status: 409, code: 'customer_archived' }
  switch (card) {
    case null:
      return { status: 409, code: 'no_saved_card' }
    case '4000000000000341':
      return { status: 402, code: 'card_declined' }
    case '4000000000000259':
    case '4000000000000267':
      return { status: 409, code: 'charge_unresolved' }
    case '4000002500003155':
      return { status: 402, code: 'authentication_required' }
    default:
      return { status: 201, code: null }
  }
}

export type StepName = keyof typeof steps

const stepNames = Object.keys(steps) as StepName[] // Object.keys loses the key type.

/** Generates a merchant's day: the steps, each with a selection of an existing object. The first steps create objects. */
export const day: fc.Arbitrary<(readonly [StepName, number])[]> = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...stepNames,
      'createLink',
      'createCustomer',
      'createCustomer',
      'chargeCard',
      'chargeAgain',
    ),
    fc.nat(1_000),
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
)

export function runStep(
  name: StepName,
  session: MerchantSession,
  model: Model,
  pick: number,
): Promise<unknown> {
  return steps[name](session, model, pick)
}
