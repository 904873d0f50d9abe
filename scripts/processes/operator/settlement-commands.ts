import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { settlementSchedules } from '@/lib/contract/account'
import { parseInstant } from '@/lib/contract/instant'
import { toMajor } from '@/lib/domain/money'
import { createLog } from '@/lib/platform/log'
import { getAccount, renderAccount } from '@/lib/service/accounts/account-row'
import { setSettlementSchedule } from '@/lib/service/accounts/change-account'
import { getBankAccount } from '@/lib/service/bank/bank-account-row'
import { openBank } from '@/lib/service/bank/open-bank'
import { setBankAccount } from '@/lib/service/bank/set-bank-account'
import { releaseTestTransfers } from '@/lib/service/bank/test-bank-transfers'
import { makeTransfersDue } from '@/lib/service/settlements/claim-transfers'
import { runTransfers } from '@/lib/service/settlements/run-transfers'
import { settleDue } from '@/lib/service/settlements/settle-due'
import { findSettlements, type SettlementRow } from '@/lib/service/settlements/settlement-row'
import { type Commands, counted, OPERATOR, OperatorError, print, printList, type Session } from './session'

/** Lease of a transfer that this command holds. */
const LEASE_MS = 30_000
/**
 * Rounds of the command; a worker's call of the bank takes no longer, unless the bank is slow: then the transfer is shown
 * in its current state.
 */
const ROUNDS_MAX = 10
const ROUND_MS = 300

/** Adds `settle` and `transfer`, which do the worker's jobs immediately. */
export function addSettlementCommands(program: Command, session: Commands): void {
  const { database, db, keyring } = session
  const usesTestBank = session.bank === 'test_bank'

  program
    .command('settle')
    .description('generate the settlements that are due now, or that would be due at a later instant')
    .option('--account <id>', 'of this account alone')
    .option('--until <instant>', 'as if it were then, such as 2026-11-21T00:00:00Z')
    .action(async ({ account, until }: { account?: string; until?: string }) => {
      if (account !== undefined) await getAccount(db, account)
      const now = session.now()
      const generation = { until: until === undefined ? now : instantOf(until), now }
      const { settlements, failed } = await settleDue(
        { database, keyring, usesTestBank },
        generation,
        account ?? null,
      )
      printList(session, {
        rows: settlements.map(shown),
        none: `Nothing is due: no payment of a closed period waits to be settled${account === undefined ? '' : ` for ${account}`}. A day closes at midnight of its account; --until settles as if it were later.`,
        some: (count) => `${counted(count, 'settlement')} made:`,
      })
      const [first] = failed
      if (first) {
        const reason = first.error instanceof Error ? first.error.message : String(first.error)
        throw new OperatorError(
          `${failed.length} accounts could not be settled. ${first.accountId}: ${reason}`,
        )
      }
    })

  program
    .command('transfer')
    .description("let the bank's transfers leave now; with BANK=manual, order them for `payouts export`")
    .option('--settlement <id>', 'this one alone, also after a refusal')
    .action(async ({ settlement }: { settlement?: string }) => {
      if (settlement !== undefined && (await findSettlements(db, [settlement])).length === 0)
        throw new OperatorError(`There is no settlement ${settlement}.`)
      const rows = await transferNow(session, settlement ?? null)
      const left = rows.filter(({ status }) => status === 'PAID').length
      printList(session, {
        rows: rows.map(shown),
        none: 'No transfer waits: every settlement has left, or is a debt.',
        some: (count) =>
          session.bank === 'manual'
            ? `${counted(count, 'transfer')} ordered; \`operator payouts list\` shows what waits for an export:`
            : `${left} of ${counted(count, 'transfer')} left:`,
      })
    })
}

/** Runs transfers until each has left or has a reason not to: a worker may hold one at the moment. */
async function transferNow(session: Session, settlementId: string | null): Promise<SettlementRow[]> {
  const { database, db, keyring, bank, now } = session
  const usesTestBank = bank === 'test_bank'
  const touched = new Set(settlementId === null ? [] : [settlementId])
  for (let round = 1; ; round += 1) {
    const ids = await makeTransfersDue(db, settlementId, now())
    for (const id of ids) touched.add(id)
    if (usesTestBank) await releaseTestTransfers(database, ids, now())
    await runTransfers(
      {
        database,
        // Its orders leave without the bank's delay.
        bank: openBank({ database, keyring, bank }, { now, delayMs: 0 }),
        keyring,
        usesTestBank,
        owner: `operator:${process.pid}:${randomUUID().slice(0, 8)}`,
        leaseMs: LEASE_MS,
        now,
        log: createLog('operator', 'silent'),
      },
      ids,
    )
    const rows = await findSettlements(db, [...touched])
    const held = rows.some(({ status, problem }) => status === 'PENDING' && problem === null)
    // An order at a bank that people operate leaves by their hands.
    if (!held || !usesTestBank || round === ROUNDS_MAX) return rows
    await delay(ROUND_MS)
  }
}

/** Adds `account bank` and `account schedule`: the bank account and the schedule of an account's settlements. */
export function addBankAccountCommands(account: Command, session: Commands): void {
  const { db, keyring } = session

  account
    .command('bank <id>')
    .description('name the bank account that the money goes to, or show it when no option is given')
    .option('--name <name>', 'of the bank')
    .option('--holder <name>', 'whose account it is')
    .option('--number <number>', 'of the account, or an IBAN; shown by its last four only')
    .action(async (id: string, options: { name?: string; holder?: string; number?: string }) => {
      const { name = '', holder: person = '', number = '' } = options
      await getAccount(db, id)
      const row =
        Object.keys(options).length === 0
          ? await getBankAccount(db, id, session.now())
          : await setBankAccount(
              { db, accountId: id, actor: OPERATOR, keyring, now: session.now() },
              // Missing fields are reported together with all other problems.
              { bank_name: name, holder: person, number },
              { holdMs: 0 },
            )
      if (!row) throw new OperatorError(`Account ${id} has no bank account yet.`)
      const { account_id, bank_name, holder, last4, created_at } = row
      print(session, { account_id, bank_name, holder, account_last4: last4, created_at })
    })

  account
    .command('schedule <id> <daily|weekly>')
    .description('settle every closed day, or every closed week from Monday')
    .action(async (id: string, wanted: string) => {
      const schedule = settlementSchedules.find((known) => known === wanted)
      if (!schedule) throw new OperatorError('Say daily or weekly.')
      const change = { accountId: id, actor: OPERATOR, schedule }
      const row = await setSettlementSchedule(db, change, session.now())
      print(session, renderAccount(row, session))
    })
}

function instantOf(text: string): Date {
  const instant = parseInstant(text)
  if (!instant)
    throw new OperatorError('--until: Must be a date and time with a zone, such as 2026-11-21T00:00:00Z.')
  return instant
}

function shown(row: SettlementRow) {
  const { currency } = row
  return {
    settlement_id: row.id,
    account_id: row.account_id,
    status: row.status,
    net_amount: toMajor(row.net_minor, currency),
    currency,
    payment_count: row.payment_count,
    period_start: row.period_start,
    period_end: row.period_end,
    reference: row.reference,
    problem: row.problem,
  }
}
