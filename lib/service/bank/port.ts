/**
 * What a bank must do for us: move a merchant's money to the merchant's own account. Every call carries OUR reference
 * (the settlement's id). Amounts in minor units. Throws `BankUnreachable` when it is unknown whether the bank acted;
 * nothing else may be thrown for an answer that did arrive.
 */
export interface Bank {
  /**
   * Orders a transfer. Idempotent by the reference: the bank moves money under it once, and a repetition, with whatever
   * details, is answered with what became of the first. Only a refusal leaves the reference open for another order.
   */
  send(order: TransferOrder, signal: AbortSignal): Promise<TransferAnswer>
  /**
   * What became of an order that the bank has taken; asked while it waits to leave, without telling the account's
   * number again. null = it knows no such reference.
   */
  status(reference: string, signal: AbortSignal): Promise<TransferAnswer | null>
}

export interface TransferOrder {
  reference: string
  amountMinor: number
  currency: string
  /** The account that the money goes to. The one place to which its number travels. */
  accountNumber: string
  holder: string
  bankName: string
}

export type TransferAnswer =
  /** The bank will let it leave; asked again from `askAgainAt` on it may say more. */
  | { outcome: 'ordered'; askAgainAt: Date }
  /** The money has left. `bankReference` is what the merchant finds on the statement. Echoes what was moved. */
  | { outcome: 'sent'; bankReference: string; amountMinor: number; currency: string }
  /** No money moved and none will, unless another order is sent. */
  | { outcome: 'refused'; reason: TransferRefusal }

/** Why a bank refuses. The texts for people stand with whoever shows them. */
export const transferRefusals = [
  'account_not_found',
  'account_closed',
  'currency_not_accepted',
  'refused_by_bank',
] as const
export type TransferRefusal = (typeof transferRefusals)[number]

/** The bank's answer did not arrive: it may or may not have acted. */
export class BankUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BankUnreachable'
  }
}

/** Longest wait for one answer of a bank, milliseconds; well inside a transfer's lease. */
export const BANK_TIMEOUT_MS = 8_000

/** Runs one call with that patience: a late answer, and any failure on the way, becomes BankUnreachable. */
export async function withBankTimeout<T>(
  call: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number = BANK_TIMEOUT_MS,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  const expired = new Promise<never>((_, reject) => {
    const late = () => reject(new BankUnreachable('the bank did not answer in time'))
    signal.addEventListener('abort', late, { once: true })
  })
  try {
    return await Promise.race([call(signal), expired])
  } catch (error) {
    if (error instanceof BankUnreachable) throw error
    throw new BankUnreachable('the call to the bank failed', { cause: error })
  }
}
