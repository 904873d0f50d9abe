import { ApiError, fieldErrorsIn } from '@/lib/contract/errors'
import type { Database, Handle, Side } from '@/lib/platform/database'
import { type Addresses, type Environment, mayCallLocalhost } from '@/lib/platform/env'
import type { Keyring } from '@/lib/platform/secrets'
import { AccountRefusal, type Deployment } from '@/lib/service/accounts/account-row'
import type { Actor } from '@/lib/service/context'
import type { ProcessorBooks } from '@/lib/service/processor/books'
import type { StripeSettings } from '@/lib/service/processor/stripe/stripe-api'

export const OPERATOR: Actor = { kind: 'operator' }

/** Dependencies of the operator's commands. */
export interface Session extends Deployment {
  /** Database of the owner, who may become every role. */
  database: Database<Side>
  /** Handle of the service across accounts: role `checkout_system`. */
  db: Handle
  keyring: Keyring
  bank: Environment['BANK']
  /** Key and address of Stripe, if it is the processor. */
  stripe?: StripeSettings
  processor: Environment['PROCESSOR']
  /** Settings of the account from which payouts are paid (PAYOUT_FROM_…). */
  payoutFrom?: { name?: string | undefined; account?: string | undefined; bic?: string | undefined }
  /** Books of a real processor, for `check`; null for the test bank. */
  books: ProcessorBooks | null
  /** URLs of the owner and of the sides' logins, for `database roles`. */
  owner?: { url: string; env: Addresses }
  /** API_KEY of the environment, for commands that call a host in an account's name. */
  apiKey?: string | undefined
  /** Throws before a command runs over a database of another mode, or, with `values`, over some that its keys cannot decrypt. */
  verify?(checked: { values: boolean }): Promise<void>
  now(): Date
  /** Writes one answer to standard output. */
  write(text: string): void
}

/** A session whose program answers in JSON, or for people. */
export interface Commands extends Session {
  json(): boolean
}

/** Returns whether `http://localhost` may be registered or called. */
export function callsLocalhost({ testMode, urls, stripe }: Session): boolean {
  return mayCallLocalhost({
    TEST_MODE: testMode,
    WEB_URL: urls.web,
    STRIPE_API_BASE: stripe?.STRIPE_API_BASE,
  })
}

/** Error that the operator can fix; its message is one line. */
export class OperatorError extends Error {}

/** Options of the command line by the fields of the verbs. */
const FLAGS: Readonly<Record<string, string>> = {
  contact_email: '--email',
  name: '--name',
  currency: '--currency',
  timezone: '--timezone',
  country: '--country',
  percent: '--percent',
  fixed: '--fixed',
  url: '--url',
  bank_name: '--name',
  holder: '--holder',
  number: '--number',
}

/** Returns any error as one line for the operator: the invalid option with its problem, or the refusal. */
export function errorLine(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = fieldErrorsIn(error.details).map(
      ({ field, message }) => `${FLAGS[field] ?? field}: ${message}`,
    )
    return fields.length > 0 ? fields.join(' ') : error.message
  }
  const line = (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ')
  if (error instanceof AccountRefusal && error.code === 'account_not_found')
    return `${line} \`operator account list\` shows them.`
  return line
}

type Row = Readonly<Record<string, unknown>>

/** Writes an answer: as JSON with `--json`, otherwise objects as `name  value` lines. */
export function print({ write, json }: Commands, answer: Row): void {
  if (json()) write(`${JSON.stringify(answer, null, 2)}\n`)
  else write(asLines(answer))
}

/** Writes a list below a sentence with the result: only the list with `--json`, otherwise columns. */
export function printList(
  { write, json }: Commands,
  { rows, none, some }: { rows: readonly Row[]; none: string; some: (count: number) => string },
): void {
  const said = `${rows.length === 0 ? none : some(rows.length)}\n`
  const table = rows.length === 0 ? '' : `\n${asColumns(rows)}`
  write(json() ? `${JSON.stringify(rows, null, 2)}\n` : said + table)
}

/** Returns `1 settlement`, `2 settlements`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function asLines(row: Row): string {
  const names = Object.keys(row)
  const width = Math.max(0, ...names.map((name) => name.length))
  return names.map((name) => `${name.padEnd(width)}  ${shown(row[name])}\n`).join('')
}

function asColumns(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const table = [names, ...rows.map((row) => names.map((name) => shown(row[name])))]
  const widths = names.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)))
  return table
    .map(
      (cells) =>
        `${cells
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
