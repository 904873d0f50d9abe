import { Argument, type Command, Option } from 'commander'
import { type KeyScope, keyScopes } from '@/lib/contract/key-scopes'
import { ppmToPercent } from '@/lib/domain/fee'
import { toMajor } from '@/lib/domain/money'
import { sql } from '@/lib/platform/sql'
import {
  type AccountRow,
  type FeesOnRefund,
  feesOnRefund,
  getAccount,
  listAccounts,
  renderAccount,
  signUpUrl,
} from '@/lib/service/accounts/account-row'
import { listApiKeys } from '@/lib/service/accounts/api-key-row'
import {
  activateAccount,
  closeAccount,
  setAccountCharges,
  setFeesOnRefund,
  suspendAccount,
} from '@/lib/service/accounts/change-account'
import { createAccount } from '@/lib/service/accounts/create-account'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { giveAccount } from '@/lib/service/accounts/give-account'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { setAccountFees } from '@/lib/service/fees/account-fees'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import {
  type EndpointContext,
  type EndpointRow,
  findEndpointAccount,
  listEndpoints,
} from '@/lib/service/webhooks/endpoint-row'
import { type Commands, callsLocalhost, counted, OPERATOR, OperatorError, print, printList } from './session'

const FIRST_KEY_NAME = 'First key'

type Change = (
  db: Commands['db'],
  change: { accountId: string; actor: typeof OPERATOR },
  now: Date,
) => Promise<AccountRow>

/**
 * Adds `account …`: all of accounts except their keys, endpoints and payouts. Returns the command, which those extend.
 */
export function addAccountCommands(program: Command, session: Commands): Command {
  const account = program.command('account').description('merchant accounts')
  const { db, database } = session
  const shown = (row: AccountRow) => ({
    ...renderAccount(row, session),
    fees_on_refund: row.fees_on_refund,
    owner_team: row.owner_team,
  })
  const answer = (row: AccountRow) => print(session, shown(row))

  addCreate(account, session)

  account
    .command('list')
    .description('every account, the newest first')
    .action(async () => {
      const rows = await listAccounts(db)
      const short = ({ id, name, slug, status, currency, created_at }: AccountRow) => {
        return { id, name, slug, status, currency, created_at }
      }
      printList(session, {
        rows: rows.map((row) => (session.json() ? shown(row) : short(row))),
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
        .query(sql`SELECT FROM dashboard.team WHERE id = ${team}`)
      if (count === 0) throw new OperatorError(`--team: There is no team ${team}.`)
      const row = await giveAccount(db, { accountId: id, actor: OPERATOR, team }, session.now())
      print(session, { account_id: row.id, owner_team: row.owner_team })
    })

  account
    .command('fees <id>')
    .description('a new fee for payments approved, and disputes opened, from now on')
    .requiredOption('--percent <number>', 'percentage points, such as 2.9', numberIn('--percent'))
    .requiredOption('--fixed <number>', 'major units per payment, such as 0.30', numberIn('--fixed'))
    .option('--dispute <number>', 'major units per dispute, such as 15', numberIn('--dispute'))
    .action(async (id: string, fees: { percent: number; fixed: number; dispute?: number }) => {
      const row = await getAccount(db, id)
      const rate = await setAccountFees(db, { accountId: id, actor: OPERATOR, ...fees }, session.now())
      print(session, {
        account_id: id,
        percent: ppmToPercent(rate.percentPpm),
        fixed: toMajor(rate.fixedMinor, row.currency),
        dispute: toMajor(rate.disputeMinor, row.currency),
        currency: row.currency,
      })
    })

  account
    .command('fees-on-refund <id>')
    .description(
      "whether a refund gives the payment's fee back, in proportion; counts for refunds from now on",
    )
    .addArgument(new Argument('<fees>', 'the service keeps or returns it').choices(feesOnRefund))
    .action(async (id: string, fees: FeesOnRefund) =>
      answer(await setFeesOnRefund(db, { accountId: id, actor: OPERATOR, fees }, session.now())),
    )
  return account
}

function addCreate(account: Command, session: Commands): void {
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
        const row = await createAccount(session.db, input, now, {
          actor: OPERATOR,
          processor: session.processor,
        })
        const key = await createApiKey(
          session.db,
          { accountId: row.id, actor: OPERATOR, name: FIRST_KEY_NAME },
          now,
        )
        print(session, {
          account_id: row.id,
          slug: row.slug,
          api_key: key.api_key,
          sign_up_url: signUpUrl(row.slug, session.urls),
        })
      },
    )
}

function numberIn(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) throw new OperatorError(`${flag}: Must be a number.`)
    return value
  }
}

/** Adds `key …`: API keys. A key itself is shown once, when it is created. */
export function addKeyCommands(program: Command, session: Commands): void {
  const key = program.command('key').description('API keys')
  const { db } = session

  key
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--account <id>')
    .requiredOption('--name <name>', 'what it is for')
    .addOption(new Option('--scope <scope>', 'calls that it may make').choices(keyScopes).default('all'))
    .action(async ({ account, name, scope }: { account: string; name: string; scope: KeyScope }) => {
      const made = await createApiKey(db, { accountId: account, actor: OPERATOR, name, scope }, session.now())
      print(session, { id: made.id, api_key: made.api_key })
    })

  key
    .command('list')
    .description("an account's keys, revoked ones included")
    .requiredOption('--account <id>')
    .action(async ({ account }: { account: string }) => {
      await getAccount(db, account)
      printList(session, {
        rows: (await listApiKeys(db, account)).map((row) => ({ ...row })),
        none: `${account} has no key.`,
        some: (count) => `${counted(count, 'key')}:`,
      })
    })

  key
    .command('revoke <key-id>')
    .description('refuse a key from now on')
    .action(async (id: string) => {
      print(session, { ...(await revokeApiKey(db, { keyId: id, actor: OPERATOR }, session.now())) })
    })
}

/** Adds `webhook …`: endpoints of accounts. A signing secret is shown once, when its endpoint is created. */
export function addWebhookCommands(program: Command, session: Commands): void {
  const webhook = program.command('webhook').description('webhook endpoints')
  const contextOf = (accountId: string): EndpointContext => ({
    accountId,
    actor: OPERATOR,
    db: session.database.as('checkout_service', accountId),
    now: session.now,
  })

  webhook
    .command('create')
    .description('register an address for all events; its secret is shown once')
    .requiredOption('--account <id>')
    .requiredOption('--url <url>', 'https on a public host, or http://localhost in test mode')
    .action(async ({ account, url }: { account: string; url: string }) => {
      await getAccount(session.db, account)
      const { id, secret } = await createEndpoint(
        contextOf(account),
        { url },
        {
          keyring: session.keyring,
          testMode: callsLocalhost(session),
        },
      )
      print(session, { id, secret })
    })

  webhook
    .command('list')
    .description("an account's endpoints")
    .requiredOption('--account <id>')
    .action(async ({ account }: { account: string }) => {
      await getAccount(session.db, account)
      printList(session, {
        rows: (await listEndpoints(contextOf(account))).map(shown),
        none: `${account} has no webhook endpoint.`,
        some: (count) => `${counted(count, 'webhook endpoint')}:`,
      })
    })

  const changes = [
    ['pause', 'send nothing until it is resumed', 'PAUSED'],
    ['resume', 'send again, from the next event on', 'ACTIVE'],
    ['delete', 'for good', 'DELETED'],
  ] as const
  for (const [name, description, status] of changes) {
    webhook
      .command(`${name} <endpoint-id>`)
      .description(description)
      .action(async (id: string) => {
        const account = await findEndpointAccount(session.db, id)
        if (account === null) throw new OperatorError(`There is no webhook endpoint ${id}.`)
        print(session, shown(await changeEndpointStatus(contextOf(account), id, status)))
      })
  }
}

function shown({ id, account_id, url, status, created_at }: EndpointRow) {
  return { id, account_id, url, status, created_at }
}
