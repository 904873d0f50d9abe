import type { EventKind } from '@/lib/contract/event-kinds'
import type { Random } from '@/prisma/demo/random'
import type { ExternalHost } from './external-host'
import { aCustomer, aLink, aPayment, aSettlement } from './factories/dashboard'

/** Event with the object's state at that time. */
export interface RaisedEvent {
  event: EventKind
  created_at: string
  data: Record<string, unknown>
}

const DAY_MS = 86_400_000
const HISTORY_DAYS = 40

/**
 * Random actions of the merchant, payers and the API at an external host, and the events that the contract raises for
 * them.
 */
export class HostActivity {
  readonly #host: ExternalHost
  readonly #random: Random
  readonly #idOf: (noun: string, number: number) => string
  #made = 0
  readonly #odd: (() => void)[] = []

  constructor(host: ExternalHost, random: Random, idOf: (noun: string, number: number) => string) {
    this.#host = host
    this.#random = random
    this.#idOf = idOf
  }

  /** Fills the host with past actions, whose events were never received. */
  fillHistory(acts: number): void {
    const { now } = this.#host
    for (let act = 0; act < acts; act += 1) {
      this.#host.now = new Date(now.getTime() - HISTORY_DAYS * DAY_MS * (1 - act / acts))
      this.act()
    }
    this.#host.now = now
  }

  /** Performs one action. @returns the events that it raises */
  act(): RaisedEvent[] {
    const act = this.#random.weighted<() => RaisedEvent[]>([
      [() => this.#createLink(), 3],
      [() => this.#cancelLink(), 2],
      [() => this.#createCustomer(), 2],
      [() => this.#editCustomer(), 2],
      [() => this.#saveCard(), 1],
      [() => this.#beginPayment(), 5],
      [() => this.#endPayment(), 5],
      [() => this.#settle(), 1],
      [() => this.#payOut(), 1],
    ])
    return act()
  }

  /** Creates an object that the contract's schema refuses. @returns the event that contains it */
  actOddly(): RaisedEvent[] {
    const { payments, links, customers, settlements } = this.#host
    const make = this.#random.pick<() => RaisedEvent[]>([
      () => {
        const payment = this.#oddOf(payments, aPayment(this.#head('payment')), { status: 'DISPUTED' })
        return [this.#raised('payment.succeeded', { payment })]
      },
      () => {
        const payment_link = this.#oddOf(links, aLink(this.#head('link')), { status: 'FROZEN' })
        return [this.#raised('payment_link.completed', { payment_link })]
      },
      () => {
        const customer = this.#oddOf(customers, aCustomer(this.#head('customer')), { source: 7 })
        return [this.#raised('customer.created', { customer })]
      },
      () => {
        const settlement = this.#oddOf(settlements, aSettlement(this.#head('settlement')), {
          net_amount: 'much',
        })
        return [this.#raised('settlement.created', { settlement })]
      },
    ])
    return make()
  }

  /** Gives some of the unreadable objects a valid form. */
  heal(): void {
    for (const heal of this.#odd.splice(0)) if (this.#random.chance(0.5)) heal()
  }

  #oddOf<Row extends object>(rows: Row[], row: Row, odd: object): Row {
    const well = { ...row }
    rows.push(Object.assign(row, odd))
    this.#odd.push(() => Object.assign(row, well))
    return row
  }

  #createLink(): RaisedEvent[] {
    const max_uses = this.#random.pick([null, 1, 2])
    this.#host.links.push(aLink({ ...this.#head('link'), title: `Link ${this.#made}`, max_uses }))
    return []
  }

  #cancelLink(): RaisedEvent[] {
    const link = this.#one(this.#host.links.filter(({ status }) => status === 'ACTIVE'))
    if (link) link.status = 'CANCELLED'
    return []
  }

  #createCustomer(): RaisedEvent[] {
    const source = this.#random.pick(['MERCHANT', 'SELF'] as const)
    const customer = aCustomer({ ...this.#head('customer'), name: `Customer ${this.#made}`, source })
    this.#host.customers.push(customer)
    return source === 'SELF' ? [this.#raised('customer.created', { customer })] : []
  }

  #editCustomer(): RaisedEvent[] {
    const customer = this.#one(this.#host.customers)
    if (!customer) return []
    this.#made += 1
    if (this.#random.chance(0.3)) customer.status = customer.status === 'ACTIVE' ? 'ARCHIVED' : 'ACTIVE'
    // NUL and lone surrogates, which Postgres cannot store.
    else customer.name = `Edited ${this.#made}${this.#random.pick(['', '\0', '\ud800'])}`
    return []
  }

  #saveCard(): RaisedEvent[] {
    const customer = this.#one(this.#host.customers)
    if (!customer) return []
    this.#made += 1
    customer.card = { brand: 'visa', last4: String(this.#made).padStart(4, '0').slice(-4), expiry: '12/40' }
    return [this.#raised('customer.card_saved', { customer })]
  }

  #beginPayment(): RaisedEvent[] {
    const link = this.#one(this.#host.links.filter(({ status }) => status === 'ACTIVE'))
    const payment_link = link ? { id: link.id, title: link.title, url: link.url } : null
    this.#host.payments.push(aPayment({ ...this.#head('payment'), payment_link }))
    return []
  }

  #endPayment(): RaisedEvent[] {
    const payment = this.#one(this.#host.payments.filter(({ status }) => status === 'PENDING'))
    if (!payment) return []
    payment.status = this.#random.pick(['APPROVED', 'APPROVED', 'FAILED', 'VOIDED', 'TIMEOUT'] as const)
    if (payment.status === 'FAILED') return [this.#raised('payment.failed', { payment })]
    if (payment.status !== 'APPROVED') return []
    const raised = [this.#raised('payment.succeeded', { payment })]
    const link = this.#host.links.find(({ id }) => id === payment.payment_link?.id)
    if (!link) return raised
    link.paid_count += 1
    if (link.status !== 'ACTIVE' || link.max_uses === null || link.paid_count < link.max_uses) return raised
    link.status = 'COMPLETED'
    return [...raised, this.#raised('payment_link.completed', { payment_link: link })]
  }

  #settle(): RaisedEvent[] {
    const due = this.#host.payments.filter(
      ({ status, settlement_id }) => status === 'APPROVED' && settlement_id === null,
    )
    if (due.length === 0) return []
    const settlement = aSettlement({
      ...this.#head('settlement'),
      status: this.#random.pick(['PENDING', 'PENDING', 'DEBT'] as const),
      payment_count: due.length,
    })
    for (const payment of due) payment.settlement_id = settlement.id
    const payments = due.map(({ id, amount, payer, created_at }) => ({
      id,
      amount,
      payer_name: payer.name,
      created_at,
    }))
    this.#host.settlements.push({ ...settlement, payments })
    return [this.#raised('settlement.created', { settlement })]
  }

  #payOut(): RaisedEvent[] {
    const found = this.#one(this.#host.settlements.filter(({ status }) => status === 'PENDING'))
    if (!found) return []
    Object.assign(found, {
      status: 'PAID',
      reference: `T-${this.#made}`,
      paid_at: this.#host.now.toISOString(),
    })
    const { payments: _, ...settlement } = found
    return [this.#raised('settlement.paid', { settlement })]
  }

  #head(noun: string): { id: string; created_at: string } {
    this.#made += 1
    return { id: this.#idOf(noun, this.#made), created_at: this.#host.now.toISOString() }
  }

  #one<Item>(items: readonly Item[]): Item | null {
    return items.length === 0 ? null : this.#random.pick(items)
  }

  #raised(event: EventKind, data: Record<string, unknown>): RaisedEvent {
    return { event, created_at: this.#host.now.toISOString(), data: structuredClone(data) }
  }
}
