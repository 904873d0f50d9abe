import type {
  AuthorizeAnswer,
  AuthorizeRequest,
  CaptureAnswer,
  CardInput,
  EvidenceAnswer,
  LookupAnswer,
  Processor,
  RefundAnswer,
  RefundRequest,
  TokenizeAnswer,
  VoidAnswer,
} from '@/lib/service/processor/port'
import {
  type BankUnderTest,
  CARD_NUMBERS,
  type CardKind,
  cardKinds,
  DECLINE_CODE,
  REFUND_DECLINE_CODE,
  REFUSED_BY_PAYER,
  type RefundedAtBank,
} from './bank-under-test'

interface Operation extends LookupAnswer {
  declineCode: string
  declinesRefunds: boolean
}

/** In-memory form of the test bank: its own books, each call atomic. */
export class MemoryBank implements BankUnderTest, Processor {
  readonly cardEntry = 'form'
  readonly processor: Processor = this
  readonly #operations = new Map<string, Operation>()
  readonly #refunds = new Map<string, { request: RefundRequest; answer: RefundAnswer }>()

  tokenFor(card: CardKind): string {
    return card
  }

  async payerDecides(reference: string, approves: boolean): Promise<void> {
    const operation = this.#operations.get(reference)
    if (operation?.status !== 'CONFIRMING') return
    operation.status = approves ? 'AUTHORIZED' : 'DECLINED'
    operation.declineCode = REFUSED_BY_PAYER
  }

  async books(references: readonly string[]): Promise<Map<string, LookupAnswer>> {
    const found = new Map<string, LookupAnswer>()
    for (const reference of references) {
      const operation = this.#operations.get(reference)
      if (!operation) continue
      const { status, amountMinor, currency } = operation
      found.set(reference, { status, amountMinor, currency })
    }
    return found
  }

  async refunds(payments: readonly string[]): Promise<Map<string, RefundedAtBank>> {
    const made = [...this.#refunds.values()].filter(
      ({ request, answer }) => answer.outcome === 'refunded' && payments.includes(request.paymentReference),
    )
    return new Map(made.map(({ request }) => [request.reference, request]))
  }

  async tokenize(card: CardInput): Promise<TokenizeAnswer> {
    if ('hostedId' in card) throw new Error('this bank has no fields of its own')
    const { number, expiryMonth, expiryYear } = card
    const kind = cardKinds.find((it) => CARD_NUMBERS[it] === number) ?? 'decline'
    return {
      outcome: 'token',
      token: this.tokenFor(kind),
      brand: 'visa',
      last4: number.slice(-4),
      expiryMonth,
      expiryYear,
    }
  }

  async authorize({ reference, token, amountMinor, currency }: AuthorizeRequest): Promise<AuthorizeAnswer> {
    const status = authorizationDecision(token)
    const known = this.#operations.get(reference)
    if (known) return authorizeAnswer(reference, known)
    const declinesRefunds = token === 'refund_declined'
    const operation = { status, amountMinor, currency, declineCode: DECLINE_CODE, declinesRefunds }
    this.#operations.set(reference, operation)
    return authorizeAnswer(reference, operation)
  }

  async confirmed(reference: string): Promise<AuthorizeAnswer> {
    return authorizeAnswer(reference, this.#known(reference))
  }

  async capture(reference: string): Promise<CaptureAnswer> {
    const operation = this.#known(reference)
    if (operation.status === 'AUTHORIZED') operation.status = 'CAPTURED'
    return { outcome: operation.status === 'CAPTURED' ? 'captured' : 'voided' }
  }

  async void(reference: string): Promise<VoidAnswer> {
    const operation = this.#operations.get(reference)
    if (!operation)
      this.#operations.set(reference, {
        ...{ status: 'TOMBSTONE', amountMinor: 0, currency: '', declineCode: '', declinesRefunds: false },
      })
    else if (operation.status === 'AUTHORIZED') operation.status = 'VOIDED'
    else if (operation.status === 'CONFIRMING') operation.status = 'TOMBSTONE'
    return voidAnswer(reference, this.#known(reference))
  }

  async refund(request: RefundRequest): Promise<RefundAnswer> {
    const { reference, paymentReference, amountMinor, currency } = request
    const known = this.#refunds.get(reference)
    if (known) return known.answer
    const operation = this.#known(paymentReference)
    const left = [...this.#refunds.values()]
      .filter(
        ({ request, answer }) =>
          answer.outcome === 'refunded' && request.paymentReference === paymentReference,
      )
      .reduce((sum, { request }) => sum - request.amountMinor, operation.amountMinor)
    const refundable =
      operation.status === 'CAPTURED' &&
      !operation.declinesRefunds &&
      operation.currency === currency &&
      amountMinor <= left
    const answer: RefundAnswer = refundable
      ? { outcome: 'refunded', processorReference: `bank_${reference}` }
      : { outcome: 'declined', declineCode: REFUND_DECLINE_CODE }
    this.#refunds.set(reference, { request, answer })
    return answer
  }

  async submitEvidence(): Promise<EvidenceAnswer> {
    return { outcome: 'accepted' }
  }

  async lookup(reference: string): Promise<LookupAnswer | null> {
    return (await this.books([reference])).get(reference) ?? null
  }

  #known(reference: string): Operation {
    const operation = this.#operations.get(reference)
    if (!operation) throw new Error('the bank does not know this reference')
    return operation
  }
}

function authorizationDecision(token: string): Operation['status'] {
  switch (token) {
    case 'approve':
    case 'refund_declined':
      return 'AUTHORIZED'
    case 'decline':
      return 'DECLINED'
    case 'confirm':
      return 'CONFIRMING'
    default:
      throw new Error('the bank does not know this token')
  }
}

function authorizeAnswer(
  reference: string,
  { status, amountMinor, currency, declineCode }: Operation,
): AuthorizeAnswer {
  const processorReference = `bank_${reference}`
  switch (status) {
    case 'DECLINED':
      return { outcome: 'declined', declineCode, processorReference }
    case 'CONFIRMING':
      return {
        outcome: 'confirmation_required',
        confirmUrl: `https://bank.example/confirm/${reference}`,
        processorReference,
      }
    case 'TOMBSTONE':
    case 'VOIDED':
      return { outcome: 'refused' }
    case 'AUTHORIZED':
    case 'CAPTURED':
      return { outcome: 'authorized', authorizationCode: 'CODE', processorReference, amountMinor, currency }
  }
}

function voidAnswer(reference: string, { status, declineCode }: Operation): VoidAnswer {
  const processorReference = `bank_${reference}`
  switch (status) {
    case 'CAPTURED':
      return { outcome: 'captured', authorizationCode: 'CODE', processorReference }
    case 'DECLINED':
      return { outcome: 'declined', declineCode, processorReference }
    case 'VOIDED':
      return { outcome: 'voided', processorReference }
    case 'TOMBSTONE':
      return { outcome: 'tombstone' }
    case 'AUTHORIZED':
    case 'CONFIRMING':
      throw new Error('a void left an authorisation standing')
  }
}
