import Papa from 'papaparse'
import { trimmedText } from '@/lib/contract/text'
import type { Handle, Queryable } from '@/lib/platform/database'
import { type TransferRefusal, transferRefusals } from '@/lib/service/bank/port'
import { PayoutRefusal, type PayoutStatus, settlementIdOf } from './payout-row'

/** A payment that the bank reports. `line` is the row's line in a file. */
export interface PaidPayout {
  settlementId: string
  bankReference: string
  line?: number
}

const bankReference = trimmedText({ min: 1, max: 140 })
const PROBLEMS_MAX = 20

/** Returns the rows of a CSV with the headings `settlement` and `reference`. Throws PayoutRefusal. */
export function readPaidPayouts(text: string): PaidPayout[] {
  // Spreadsheets separate by commas, semicolons or tabs; the headings contain none.
  const [delimiter] = /[,;\t]/.exec(text) ?? [',']
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const [headings = [], ...rows] = data.map((cells) => cells.map((cell) => cell.trim()))
  const names = headings.map((heading) => heading.toLowerCase())
  const [settlement, reference] = [names.indexOf('settlement'), names.indexOf('reference')]
  if (settlement < 0 || reference < 0)
    throw new PayoutRefusal('Nothing was recorded: line 1 needs the headings "settlement" and "reference".')
  if (errors.some(({ type }) => type === 'Quotes'))
    throw new PayoutRefusal('Nothing was recorded: a quotation mark of the file is not closed.')
  const paid = rows.flatMap((cells, index) =>
    cells.every((cell) => cell === '')
      ? []
      : [
          {
            settlementId: settlementIdOf(cells[settlement] ?? ''),
            bankReference: cells[reference] ?? '',
            line: index + 2,
          },
        ],
  )
  if (paid.length === 0) throw new PayoutRefusal('Nothing was recorded: the file has headings alone.')
  return paid
}

/** Records payouts as sent, all or none; returns the new ones. Throws PayoutRefusal naming each wrong row. */
export async function recordPaid(db: Handle, paid: readonly PaidPayout[], now: Date): Promise<string[]> {
  const read = paid.map((row) => ({ ...row, parsed: bankReference.safeParse(row.bankReference) }))
  const ids = paid.map(({ settlementId }) => settlementId)
  return db.transaction(async (tx) => {
    const { rows: sent } = await tx.query<{ reference: string }>({
      text: `UPDATE manual_bank.payout p SET status = 'SENT', bank_reference = given.bank_reference, updated_at = $3
        FROM unnest($1::text[], $2::text[]) given (reference, bank_reference)
        WHERE p.reference = given.reference AND p.status = 'ORDERED' AND p.batch_number IS NOT NULL
        RETURNING p.reference`,
      values: [ids, read.map(({ parsed }) => parsed.data ?? ''), now],
    })
    const states = await statesOf(tx, ids)
    const problems = read.flatMap(({ settlementId, line, parsed }) => {
      const state = states.get(settlementId)
      if (parsed.success && state?.bank_reference === parsed.data) return []
      const problem = parsed.success
        ? stateText(settlementId, state)
        : `${settlementId}: the bank's reference: ${parsed.error.issues[0]?.message}`
      return [line === undefined ? problem : `Line ${line}: ${problem}`]
    })
    if (problems.length > 0) {
      const more = problems.length > PROBLEMS_MAX ? [`And ${problems.length - PROBLEMS_MAX} more.`] : []
      throw new PayoutRefusal(
        ['Nothing was recorded.', ...problems.slice(0, PROBLEMS_MAX), ...more].join(' '),
      )
    }
    return sent.map(({ reference }) => reference)
  })
}

/** Records that the bank did not pay a payout, exported or not. Throws PayoutRefusal if it is paid, refused or unknown. */
export async function recordRefused(
  db: Queryable,
  settlementId: string,
  reason: TransferRefusal,
  now: Date,
): Promise<void> {
  const { count } = await db.query({
    text: `UPDATE manual_bank.payout SET status = 'REFUSED', refusal = $2, updated_at = $3
      WHERE reference = $1 AND status = 'ORDERED'`,
    values: [settlementId, reason, now],
  })
  if (count === 1) return
  throw new PayoutRefusal(
    `Nothing was recorded. ${stateText(settlementId, (await statesOf(db, [settlementId])).get(settlementId))}`,
  )
}

/** Returns whether a text is a reason of a refusal. */
export function isTransferRefusal(text: string): text is TransferRefusal {
  return transferRefusals.some((reason) => reason === text)
}

interface PayoutState {
  reference: string
  status: PayoutStatus
  bank_reference: string | null
  refusal: string | null
}

async function statesOf(db: Queryable, ids: readonly string[]): Promise<Map<string, PayoutState>> {
  const { rows } = await db.query<PayoutState>({
    text: `SELECT reference, status, bank_reference, refusal FROM manual_bank.payout WHERE reference = ANY ($1)`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.reference, row]))
}

/** Returns why a payout of this state takes no answer of the bank. */
function stateText(settlementId: string, state: PayoutState | undefined): string {
  switch (state?.status) {
    case undefined:
      return `There is no payout of the settlement "${settlementId}".`
    case 'ORDERED':
      return `${settlementId} is in no file yet: \`operator payouts export\` first.`
    case 'SENT':
      return `${settlementId} is paid, under the reference ${state.bank_reference}.`
    case 'REFUSED':
      return `${settlementId} is refused (${state.refusal}).`
  }
}
