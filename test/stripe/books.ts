import { endUncaptured } from './intents'
import { type IntentRow, type Rows, refundedOf } from './rows'

/** One request to the API. `status` is null while it runs and if its connection broke. */
export interface LoggedRequest {
  method: string
  path: string
  key: string | null
  status: number | null
  isReplayed: boolean
  fault: string | null
}

/** Payment as the bank sees it; amounts in minor units. */
export interface BookedIntent {
  id: string
  reference: string | null
  status: string
  amount: number
  currency: string
  amountCapturable: number
  amountReceived: number
  amountRefunded: number
  /** Authorizations that succeeded. */
  authorizations: number
  declines: number
  captures: number
  customer: string | null
}

/** Record of the money that really moved: the tests' witness, beside the API. */
export class Books {
  readonly requests: LoggedRequest[] = []

  constructor(private readonly rows: Rows) {}

  /** Returns all payments, oldest first. */
  intents(): BookedIntent[] {
    return [...this.rows.intents.values()].map((row) => {
      endUncaptured(this.rows, row)
      return this.#book(row)
    })
  }

  /** Returns the payments of one `metadata.reference`, oldest first. */
  byReference(reference: string): BookedIntent[] {
    return this.intents().filter((intent) => intent.reference === reference)
  }

  /** Returns the references whose money was taken more than once; empty in good books. */
  doubleCaptures(): string[] {
    const captures = new Map<string, number>()
    for (const { reference, captures: count, id } of this.intents()) {
      const name = reference ?? id
      captures.set(name, (captures.get(name) ?? 0) + count)
    }
    return [...captures].filter(([, count]) => count > 1).map(([name]) => name)
  }

  /** Returns the refunds that did not fail, oldest first; `reference` is the one in its metadata. */
  refunds(): { reference: string; amountMinor: number }[] {
    const made = [...this.rows.refunds.values()].filter(({ status }) => status !== 'failed')
    return made.map(({ id, amount, metadata }) => ({
      reference: metadata.reference ?? id,
      amountMinor: amount,
    }))
  }

  /** Returns the ids of the methods that are attached to a customer. */
  methodsOf(customer: string): string[] {
    return [...this.rows.methods.values()].filter((row) => row.customer === customer).map(({ id }) => id)
  }

  #book(row: IntentRow): BookedIntent {
    const charges = row.charges.flatMap((id) => this.rows.charges.get(id) ?? [])
    const paid = charges.filter(({ failure }) => failure === null)
    return {
      id: row.id,
      reference: row.metadata.reference ?? null,
      status: row.status,
      amount: row.amount,
      currency: row.currency,
      amountCapturable: row.amountCapturable,
      amountReceived: row.amountReceived,
      amountRefunded: paid.reduce((sum, charge) => sum + refundedOf(charge), 0),
      authorizations: paid.length,
      declines: charges.length - paid.length,
      captures: row.captures,
      customer: row.customer,
    }
  }
}
