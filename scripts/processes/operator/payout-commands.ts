import { constants } from 'node:fs'
import { access, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Command, Option } from 'commander'
import { bareAccountNumber, isWrongIban } from '@/lib/domain/account-number'
import { decodeText } from '@/lib/domain/decode-text'
import { toMajor } from '@/lib/domain/money'
import {
  isTransferRefusal,
  readPaidPayouts,
  recordPaid,
  recordRefused,
} from '@/lib/service/bank/manual/answer-payouts'
import { type Batch, joinBatches, readBatch, withdrawBatch } from '@/lib/service/bank/manual/batch'
import { listBatches, listWaiting } from '@/lib/service/bank/manual/list-payouts'
import { type Debtor, payoutCsv, payoutXml } from '@/lib/service/bank/manual/payout-files'
import { settlementIdOf } from '@/lib/service/bank/manual/payout-row'
import { transferRefusals } from '@/lib/service/bank/port'
import { askForTransfers } from '@/lib/service/settlements/claim-transfers'
import { type Commands, counted, OperatorError, print, printList } from './session'

const REASONS = transferRefusals.join('|')
const NONE_WAITS = 'No payout waits for an export.'

/** Adds `payouts …`: settlements that a person pays out at the operator's bank. */
export function addPayoutCommands(program: Command, session: Commands): void {
  const bank = () => session.database.as('checkout_bank')
  const payouts = program
    .command('payouts')
    .description('settlements that a person pays out at the bank (BANK=manual)')
    .hook('preAction', () => {
      if (session.bank !== 'manual')
        throw new OperatorError('Payouts are paid by hand only where BANK=manual.')
    })

  payouts
    .command('list')
    .description('payouts that wait for an export, and the batches')
    .action(() => showPayouts(session))

  payouts
    .command('export')
    .description('write the files for the bank: what waits joins a new batch for each currency')
    .option('--batch <number>', 'write the files of this batch again, the same bytes')
    .addOption(new Option('--currency <code>', 'of this currency alone').conflicts('batch'))
    .option('--dir <folder>', 'that receives the files', '.')
    .action(exportPayouts.bind(null, session))

  payouts
    .command('paid [settlement]')
    .description("record that the bank paid, with the bank's reference")
    .option('--reference <reference>', "the bank's, which the merchant sees")
    .option('--file <csv>', 'with the headings settlement and reference, instead of one settlement')
    .action(async (settlement: string | undefined, options: { reference?: string; file?: string }) => {
      const now = session.now()
      const recorded = await recordPaid(bank(), await paidOf(settlement, options), now)
      await askForTransfers(session.db, recorded, now)
      printList(session, {
        rows: recorded.map((id) => ({ settlement_id: id })),
        none: 'All of it was recorded before.',
        some: (count) => `${counted(count, 'payout')} recorded; the worker finishes the settlements:`,
      })
    })

  payouts
    .command('refused <settlement>')
    .description('record that the bank did not pay: the settlement waits for another bank account')
    .requiredOption('--reason <reason>', REASONS)
    .action(async (settlement: string, { reason }: { reason: string }) => {
      if (!isTransferRefusal(reason)) throw new OperatorError(`--reason: Say ${REASONS}.`)
      const [id, now] = [settlementIdOf(settlement), session.now()]
      await recordRefused(bank(), id, reason, now)
      await askForTransfers(session.db, [id], now)
      print(session, { settlement_id: id, refused: reason })
    })

  payouts
    .command('withdraw')
    .description('release a batch whose file the bank rejected as a whole: its payouts wait for a new one')
    .requiredOption('--batch <number>', 'of which the bank has paid nothing')
    .action(async ({ batch }: { batch: string }) => {
      const released = await withdrawBatch(bank(), batchNumber(batch), session.now())
      printList(session, {
        rows: released.map((id) => ({ settlement_id: id })),
        none: '',
        some: (count) =>
          `Payouts that wait for a new batch: ${count}. Do not send the files of batch ${batch}:`,
      })
    })
}

async function showPayouts(session: Commands): Promise<void> {
  const db = session.database.as('checkout_bank')
  const rows = await listWaiting(db)
  const waiting = rows.map(({ reference, amount_minor, updated_at, ...row }) => ({
    settlement_id: reference,
    ...row,
    amount: toMajor(amount_minor, row.currency),
    waits_since: updated_at,
  }))
  const sums = new Map<string, number>()
  for (const { currency, amount_minor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + amount_minor)
  const totals = [...sums].map(([currency, minor]) => ({ currency, total: toMajor(minor, currency) }))
  const batches = (await listBatches(db)).map(({ total_minor, paid_minor, payout_count, ...row }) => ({
    batch: row.number,
    state: row.unanswered > 0 ? 'open' : 'closed',
    currency: row.currency,
    total: toMajor(total_minor, row.currency),
    paid_total: toMajor(paid_minor, row.currency),
    payouts: payout_count,
    unanswered: row.unanswered,
    paid: row.paid,
    refused_or_withdrawn: payout_count - row.unanswered - row.paid,
    created_at: row.created_at,
  }))
  if (session.json()) return print(session, { waiting, totals, batches })
  const sum = totals.map(({ total, currency }) => `${total} ${currency}`).join(', ')
  printList(session, {
    rows: waiting,
    none: NONE_WAITS,
    some: (count) => `Payouts that wait for an export: ${count} (${sum})`,
  })
  session.write('\n')
  printList(session, { rows: batches, none: 'There is no batch yet.', some: (count) => `Batches: ${count}` })
}

async function exportPayouts(
  session: Commands,
  { batch, currency, dir }: { batch?: string; currency?: string; dir: string },
): Promise<void> {
  const folder = path.resolve(dir)
  const debtor = debtorOf(session)
  // After the batch is made, a missing folder would leave it without its files.
  await access(folder, constants.W_OK).catch(() => {
    throw new OperatorError(`--dir: ${folder} is no folder that this user may write to.`)
  })
  const db = session.database.as('checkout_bank')
  const numbers =
    batch === undefined ? await joinBatches(db, currency ?? null, session.now()) : [batchNumber(batch)]
  const rows: Record<string, unknown>[] = []
  for (const number of numbers) {
    try {
      const made = await readBatch(db, session.keyring, number)
      const files = await writeFiles(folder, made, { debtor, isNew: batch === undefined })
      const total = toMajor(made.totalMinor, made.currency)
      rows.push({ batch: number, payouts: made.payouts.length, total, currency: made.currency, ...files })
    } catch (error) {
      if (batch !== undefined) throw error
      const left = numbers.slice(rows.length).map((made) => `\`operator payouts export --batch ${made}\``)
      const reason = error instanceof Error ? error.message : String(error)
      throw new OperatorError(
        `Batch ${number} is made, but not its files: ${reason}. Run ${left.join(', ')}.`,
      )
    }
  }
  printList(session, {
    rows,
    none: NONE_WAITS,
    some: (count) =>
      `Batches written: ${count}. Lost files are written again with --batch.${
        debtor ? '' : ' For XML files set PAYOUT_FROM_NAME and PAYOUT_FROM_ACCOUNT.'
      }`,
  })
}

/** Writes the files of a batch, readable by this user alone. Returns their paths by type. */
async function writeFiles(
  folder: string,
  batch: Batch,
  { debtor, isNew }: { debtor: Debtor | null; isNew: boolean },
) {
  const contents = { csv: payoutCsv(batch), xml: debtor && payoutXml(batch, debtor) }
  const files: { csv: string | null; xml: string | null } = { csv: null, xml: null }
  for (const type of ['csv', 'xml'] as const) {
    const text = contents[type]
    if (text === null) continue
    const file = path.join(folder, `payouts-${batch.number}.${type}`)
    const before = isNew ? await readFile(file, 'utf8').catch(() => null) : null
    // Batch numbers repeat after a restore, and the older file may be with the bank.
    if (before !== null && before !== text)
      throw new Error(`${file} exists with other contents; give another --dir`)
    // An older file would keep its own mode.
    await rm(file, { force: true })
    await writeFile(file, text, { mode: 0o600, flag: 'wx' })
    files[type] = file
  }
  return files
}

/** Returns the operator's account by the settings; null without a name or an account. */
function debtorOf({ payoutFrom = {} }: Commands): Debtor | null {
  const { name, account = '', bic = null } = payoutFrom
  const bare = bareAccountNumber(account)
  if (isWrongIban(bare)) throw new OperatorError('PAYOUT_FROM_ACCOUNT is not a right IBAN.')
  return name && bare ? { name, account: bare, bic } : null
}

async function paidOf(
  settlement: string | undefined,
  { reference, file }: { reference?: string; file?: string },
) {
  if (file !== undefined && settlement === undefined && reference === undefined)
    return readPaidPayouts(decodeText(new Uint8Array(await readFile(file)).buffer))
  if (file === undefined && settlement !== undefined && reference !== undefined)
    return [{ settlementId: settlementIdOf(settlement), bankReference: reference }]
  throw new OperatorError('Give a settlement with --reference, or --file.')
}

function batchNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new OperatorError('--batch: Must be the number of a batch.')
  return Number(text)
}
