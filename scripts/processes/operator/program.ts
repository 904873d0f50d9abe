import { Command, CommanderError } from 'commander'
import { listEqualPhones } from '@/lib/service/customers/conflicting-customer'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { recordCoherence } from '@/lib/service/ledger/coherence-health'
import { addAccountCommands } from './account-commands'
import { addBankCommands } from './bank-commands'
import { addDatabaseCommands } from './database-commands'
import { addKeyCommands } from './key-commands'
import { addOutboxCommand } from './outbox-command'
import { addQuotasCommand } from './quotas-command'
import { addSecretCommands } from './secret-commands'
import { counted, errorLine, print, printList, type Session } from './session'
import { addPayoutCommands, addSettlementCommands } from './settlement-commands'
import { addTeamCommands } from './team-commands'
import { addWebhookCommands } from './webhook-commands'

/**
 * Runs one operator command (design: Commands). Answers go to `session.write`, errors to `reportError` as one line. Returns
 * the exit code: 0, or 1 on any error and on a discrepancy that `check` finds.
 */
export async function runOperator(
  args: readonly string[],
  session: Session,
  reportError: (line: string) => void,
): Promise<number> {
  let exitCode = 0
  const program = new Command('operator')
    .description('for operators of the service')
    .option('--json', 'answer in JSON')
    .configureOutput({
      writeOut: (text) => session.write(text),
      writeErr: (text) => reportError(text.trim()),
      outputError: (text, write) => write(misuse(text)),
    })
    .exitOverride()
    .hook('preAction', () => session.verify?.())
  addPayoutCommands(addAccountCommands(program, session), program, session)
  addKeyCommands(program, session)
  addWebhookCommands(program, session)
  addTeamCommands(program, session)
  addSecretCommands(program, session)
  addBankCommands(program, session)
  addDatabaseCommands(program, session)
  addOutboxCommand(program, session)
  addQuotasCommand(program, session)
  addSettlementCommands(program, session)
  program
    .command('check')
    .description('compare ledger, payments, links, settlements and the bank; exit 1 on any break')
    .option('--phones', 'list customers whose phones are the same number instead')
    .action(async ({ phones = false }: { phones?: boolean }) => {
      const json = program.opts<{ json?: boolean }>().json ?? false
      if (phones) {
        const customers = await listEqualPhones(session.db)
        if (customers.length > 0) exitCode = 1
        if (json) print(session, true, { distinct: customers.length === 0, customers })
        else
          printList(session, false, {
            rows: customers.map((found) => ({ ...found })),
            none: 'No two customers of an account have the same phone.',
            some: (count) => `${counted(count, 'phone')} of several customers:`,
          })
        return
      }
      const startedAt = session.now()
      const breaks = await checkCoherence({ database: session.database })
      await recordCoherence(session.db, breaks.length, startedAt)
      if (breaks.length > 0) exitCode = 1
      const coherent = breaks.length === 0
      if (json) print(session, true, { coherent, breaks })
      else
        printList(session, false, {
          rows: breaks.map((found) => ({ ...found })),
          none: 'The books add up: ledger, payments, links, settlements and the bank agree.',
          some: (count) => `The books do not add up. ${counted(count, 'break')}:`,
        })
    })

  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander has printed its own errors already; requested help is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1
    reportError(errorLine(error))
    return 1
  }
  return exitCode
}

/** Returns commander's message about invalid usage as one line. */
function misuse(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
  return line.startsWith('unknown command') ? `${line}. See \`npm run -s operator -- --help\`.` : line
}
