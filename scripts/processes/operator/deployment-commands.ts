import type { Command } from 'commander'
import { listShownMail } from '@/lib/dashboard/mail/run-mail'
import { readUsage } from '@/lib/dashboard/quotas/read-usage'
import { listShownLinks } from '@/lib/dashboard/team/run-link-mail'
import { sideUrls } from '@/lib/platform/env'
import { prepareLogins } from '@/lib/platform/side-logins'
import { sql } from '@/lib/platform/sql'
import { TRANSFER_DELAY_MAX_MS, transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { listShownMessages } from '@/lib/service/messaging/messenger'
import { changeTestBank, TEST_BANK_DELAY_MAX_MS } from '@/lib/service/processor/test-bank-books'
import {
  resealColumn,
  sealedBankColumns,
  sealedDashboardColumns,
  sealedServiceColumns,
} from '@/scripts/processes/sealed-columns'
import { abandonLostSecrets } from './abandon-secrets'
import { type Commands, counted, OperatorError, print, printList } from './session'

/** Adds `bank`, `database`, `secrets`, `outbox`, `quotas` and `backup`: the deployment's own settings and state. */
export function addDeploymentCommands(program: Command, session: Commands): void {
  addBankCommands(program, session)
  addDatabaseCommands(program, session)
  addSecretCommands(program, session)
  addOutboxCommand(program, session)
  addQuotasCommand(program, session)
  addBackupCommand(program, session)
}

/** Adds `backup`: the time of the last one, which `npm run doctor` compares. */
function addBackupCommand(program: Command, session: Commands): void {
  program
    .command('backup')
    .description('what the script of a backup reports')
    .command('made')
    .description('a backup of the database has just been made')
    .action(async () => {
      const at = session.now()
      await session.db.query(sql`
        INSERT INTO health.backup (made_at) VALUES (${at})
        ON CONFLICT (id) DO UPDATE SET made_at = greatest(backup.made_at, excluded.made_at)`)
      print(session, { made_at: at.toISOString() })
    })
}

/** Adds `bank`: settings of the test bank, effective in every process from its next call. */
function addBankCommands(program: Command, session: Commands): void {
  program
    .command('bank')
    .description('show or change the test bank: how slow it is, and whether it answers at all')
    .option('--delay <ms>', `waited before each call, 0 to ${TEST_BANK_DELAY_MAX_MS}`)
    .option('--outage <on|off>', 'every call fails')
    .option('--transfer-delay <ms>', `before a transfer leaves, 0 to ${TRANSFER_DELAY_MAX_MS}`)
    .action(async (options: { delay?: string; outage?: string; transferDelay?: string }) => {
      if (!session.testMode) throw new OperatorError('There is a test bank only where TEST_MODE is 1.')
      if (options.outage !== undefined && options.outage !== 'on' && options.outage !== 'off')
        throw new OperatorError('--outage: Say on or off.')
      const changedMs = delayOf('--delay', options.delay, TEST_BANK_DELAY_MAX_MS)
      const transferMs = delayOf('--transfer-delay', options.transferDelay, TRANSFER_DELAY_MAX_MS)
      const { delayMs, outage } = await changeTestBank(session.database, {
        ...(changedMs !== undefined && { delayMs: changedMs }),
        ...(options.outage !== undefined && { outage: options.outage === 'on' }),
      })
      print(session, {
        delay_ms: delayMs,
        outage: outage ? 'on' : 'off',
        transfer_delay_ms: await transferDelay(session.database, transferMs),
      })
    })
}

function delayOf(flag: string, text: string | undefined, maxMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) <= maxMs) return Number(text)
  throw new OperatorError(`${flag}: Must be milliseconds, 0 to ${maxMs}.`)
}

/** Adds `database …`: logins with which the processes connect (docs/database-roles.md). */
function addDatabaseCommands(program: Command, session: Commands): void {
  program
    .command('database')
    .description('logins by which the running processes connect')
    .command('roles')
    .description("make or mend each side's login; a password that is made is shown once")
    .option('--rotate', 'make new passwords: connections that are opened with the old ones fail at once')
    .action(async ({ rotate = false }: { rotate?: boolean }) => {
      const { owner } = session
      if (!owner)
        throw new OperatorError('DATABASE_URL is needed: logins are made by the owner of the tables.')
      const logins = await prepareLogins(owner.url, { given: sideUrls(owner.env), rotate })
      if (rotate && logins.every(({ password }) => password === 'given'))
        throw new OperatorError(
          '--rotate: Every password is given, by SERVICE_DATABASE_URL and the others or by DATA_DIR/secrets.json. Change it there, then run this again or `npm start`.',
        )
      printList(session, {
        rows: logins.map(({ side, login, password, url }) => ({
          setting: `${side.toUpperCase()}_DATABASE_URL`,
          login,
          password,
          url,
        })),
        none: '',
        some: () => 'Each side has its login. Give the processes these settings and not DATABASE_URL:',
      })
    })
}

/** Adds `secrets …`: values that are sealed at rest. */
function addSecretCommands(program: Command, session: Commands): void {
  const secrets = program.command('secrets').description('values that are sealed at rest')
  secrets
    .command('rotate')
    .description('seal every value again under the first key of ENCRYPTION_KEYS, while everything runs')
    .action(async () => {
      const { database, keyring, db } = session
      const resealed: Record<string, number> = {}
      const dashboard = database.as('checkout_dashboard_system')
      for (const [handle, columns] of [
        [db, sealedServiceColumns],
        [database.as('checkout_bank'), sealedBankColumns],
        [dashboard, sealedDashboardColumns],
      ] as const)
        for (const column of columns)
          resealed[`${column.table}.${column.column}`] = await resealColumn(handle, keyring, column)
      print(session, { key: keyring.currentKeyId, ...resealed })
    })
  secrets
    .command('abandon')
    .description(
      'after the loss of a key: show what no key of ENCRYPTION_KEYS opens, and with --yes give it up',
    )
    .option('--yes', 'give it up for good', false)
    .action(async ({ yes }: { yes: boolean }) => showAbandoned(session, yes))
}

async function showAbandoned(session: Commands, isConfirmed: boolean): Promise<void> {
  const { lost, secrets } = await abandonLostSecrets(session, isConfirmed)
  if (session.json()) return print(session, { abandoned: isConfirmed, lost, secrets })
  printList(session, {
    rows: lost,
    none: 'A key of ENCRYPTION_KEYS opens every stored value: nothing is lost.',
    some: () => (isConfirmed ? 'Given up:' : 'No key of ENCRYPTION_KEYS opens these values:'),
  })
  if (lost.length === 0) return
  if (!isConfirmed)
    return session.write(
      '\nNothing was changed. If any copy of the key exists, put it back instead. Otherwise stop every process, make a backup, and run this with --yes.\n',
    )
  session.write(
    '\nLinks that were mailed before (invitations, new passwords) are invalid: they are sent again.\n',
  )
  printList(session, {
    rows: secrets.map((secret) => ({ ...secret })),
    none: 'No endpoint has a new signing secret.',
    some: (count) => `${counted(count, 'new signing secret')}, shown once:`,
  })
}

/** Adds `outbox`: messages of the adapters that show them instead of sending them. */
function addOutboxCommand(program: Command, session: Commands): void {
  program
    .command('outbox')
    .description('messages that are shown instead of sent (test mode on loopback), the newest first')
    .action(async () => {
      if (!session.testMode) throw new OperatorError('Messages are shown only where TEST_MODE is 1.')
      const [messages, mail, links] = await Promise.all([
        listShownMessages(session.db),
        listShownMail(session.database.as('checkout_dashboard_system')),
        listShownLinks(session, session.urls.web),
      ])
      const newestFirst = [...messages, ...mail, ...links].sort(
        (a, b) => b.created_at.getTime() - a.created_at.getTime(),
      )
      printList(session, {
        rows: newestFirst.map((message) => ({ ...message })),
        none: 'No message has been shown yet. Sign-up codes, receipts, invitations and failure notices appear here.',
        some: (count) => `${counted(count, 'message')}, the newest first:`,
      })
    })
}

/** Adds `quotas`: what each team uses of its limits. */
function addQuotasCommand(program: Command, session: Commands): void {
  program
    .command('quotas')
    .description('what each team uses of its limits, the most used first')
    .option('--team <team>', 'only this team, by its id')
    .action(async ({ team }: { team?: string }) => {
      const db = session.database.as('checkout_dashboard_system')
      const usage = (await readUsage(db)).filter((row) => team === undefined || row.team_id === team)
      const share = ({ used, limit }: { used: number; limit: number }) =>
        Math.round((used / limit) * 1_000) / 10
      const rows = usage.map(({ at_limit, ...row }) => ({ ...row, percent: share(row), at_limit }))
      printList(session, {
        rows,
        none: 'No team uses any of its quotas.',
        some: (count) => `${counted(count, 'quota')} in use:`,
      })
    })
}
