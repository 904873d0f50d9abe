import type { Command } from 'commander'
import { ppmToPercent } from '@/lib/domain/fee'
import { toMajor } from '@/lib/domain/money'
import {
  type AccountRow,
  getAccount,
  listAccounts,
  renderAccount,
  signUpUrl,
} from '@/lib/service/accounts/account-row'
import {
  activateAccount,
  closeAccount,
  setAccountCharges,
  suspendAccount,
} from '@/lib/service/accounts/change-account'
import { createAccount } from '@/lib/service/accounts/create-account'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { giveAccount } from '@/lib/service/accounts/give-account'
import { setAccountFees } from '@/lib/service/fees/account-fees'
import { counted, OPERATOR, OperatorError, print, printList, type Session } from './session'

const FIRST_KEY_NAME = 'First key'

type Change = (
  db: Session['db'],
  change: { accountId: string; actor: typeof OPERATOR },
  now: Date,
) => Promise<AccountRow>

/**
 * Adds `account …`: all of accounts except their keys, endpoints and payouts. Returns the command, which those extend.
 */
export function addAccountCommands(program: Command, session: Session): Command {
  const account = program.command('account').description('merchant accounts')
  const { db, database } = session
  const json = () => program.opts<{ json?: boolean }>().json ?? false
  const shown = (row: AccountRow) => ({ ...renderAccount(row, session), owner_team: row.owner_team })
  const answer = (row: AccountRow) => print(session, json(), shown(row))

  account
    .command('create')
    .description('open an account with its first key')
    .requiredOption('--name <name>', 'what payers read')
    .requiredOption('--email <email>', 'whom to write to')
    .requiredOption('--currency <code>', 'of ISO 4217, such as USD')
    .requiredOption('--timezone <name>', 'such as America/Guatemala')
    .requiredOption('--country <code>', 'of ISO 3166, such as GT')
    .option('--trial', 'TRIAL instead of ACTIVE', false)
    .action(
      async (
        options: Record<'name' | 'email' | 'currency' | 'timezone' | 'country', string> & { trial: boolean },
      ) => {
        const { email, name, currency, timezone, country, trial } = options
        const now = session.now()
        const input = { name, contact_email: email, currency, timezone, country, trial }
        const row = await createAccount(db, input, now, { actor: OPERATOR })
        const key = await createApiKey(db, { accountId: row.id, actor: OPERATOR, name: FIRST_KEY_NAME }, now)
        print(session, json(), {
          account_id: row.id,
          slug: row.slug,
          api_key: key.api_key,
          sign_up_url: signUpUrl(row.slug, session.urls),
        })
      },
    )

  account
    .command('list')
    .description('every account, the newest first')
    .action(async () => {
      const rows = await listAccounts(db)
      const short = ({ id, name, slug, status, currency, created_at }: AccountRow) => {
        return { id, name, slug, status, currency, created_at }
      }
      printList(session, json(), {
        rows: rows.map((row) => (json() ? shown(row) : short(row))),
        none: 'There is no account yet. `account create` opens one.',
        some: (count) => `${counted(count, 'account')}, the newest first:`,
      })
    })

  account
    .command('show <id>')
    .description('one account')
    .action(async (id: string) => answer(await getAccount(db, id)))

  const changes: readonly (readonly [string, string, Change])[] = [
    ['activate', 'TRIAL or SUSPENDED to ACTIVE', activateAccount],
    ['suspend', 'ACTIVE to SUSPENDED: its key stops working', suspendAccount],
    ['close', 'to CLOSED, for good', closeAccount],
  ]
  for (const [name, description, change] of changes) {
    account
      .command(`${name} <id>`)
      .description(description)
      .action(async (id: string) =>
        answer(await change(db, { accountId: id, actor: OPERATOR }, session.now())),
      )
  }

  account
    .command('charges <id> <on|off>')
    .description('turn charges on or off by hand')
    .action(async (id: string, state: string) => {
      if (state !== 'on' && state !== 'off') throw new OperatorError('Say on or off.')
      const change = { accountId: id, actor: OPERATOR, on: state === 'on' }
      answer(await setAccountCharges(db, change, session.now()))
    })

  account
    .command('give <id>')
    .description(
      "let one team, and no other, manage an account's keys, endpoints and payouts; ends the keys that another one made",
    )
    .requiredOption('--team <id>', 'of the dashboard, as `team create` printed it')
    .action(async (id: string, { team }: { team: string }) => {
      const { count } = await database
        .as('checkout_dashboard_system')
        .query({ text: 'SELECT FROM dashboard.team WHERE id = $1', values: [team] })
      if (count === 0) throw new OperatorError(`--team: There is no team ${team}.`)
      const row = await giveAccount(db, { accountId: id, actor: OPERATOR, team }, session.now())
      print(session, json(), { account_id: row.id, owner_team: row.owner_team })
    })

  account
    .command('fees <id>')
    .description('a new fee for payments approved from now on')
    .requiredOption('--percent <number>', 'percentage points, such as 2.9', numberIn('--percent'))
    .requiredOption('--fixed <number>', 'major units per payment, such as 0.30', numberIn('--fixed'))
    .action(async (id: string, { percent, fixed }: { percent: number; fixed: number }) => {
      const row = await getAccount(db, id)
      const rate = await setAccountFees(db, { accountId: id, actor: OPERATOR, percent, fixed }, session.now())
      print(session, json(), {
        account_id: id,
        percent: ppmToPercent(rate.percentPpm),
        fixed: toMajor(rate.fixedMinor, row.currency),
        currency: row.currency,
      })
    })
  return account
}

function numberIn(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) throw new OperatorError(`${flag}: Must be a number.`)
    return value
  }
}
