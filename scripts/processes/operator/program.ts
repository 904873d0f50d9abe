import { Command, CommanderError } from 'commander'
import { checkCoherence, RECENT_MS } from '@/lib/service/ledger/check-coherence'
import { recordCoherence } from '@/lib/service/ledger/coherence-health'
import { listOpenNotices } from '@/lib/service/notices/processor-notices'
import { addAccountCommands, addKeyCommands, addWebhookCommands } from './account-commands'
import { addDeploymentCommands } from './deployment-commands'
import { addNoticeCommands, printNotices } from './notice-commands'
import { addPayoutCommands } from './payout-commands'
import { addProcessorCommand } from './processor-command'
import { type Commands, counted, errorLine, print, printList, type Session } from './session'
import { addBankAccountCommands, addSettlementCommands } from './settlement-commands'
import { addTeamCommands } from './team-commands'

/**
 * Runs one operator command (design: Commands). Answers go to `session.write`, errors to `reportError` as one line. Returns
 * the exit code: 0, or 1 on any error and on a discrepancy that `check` finds.
 */
export async function runOperator(
  args: readonly string[],
  given: Session,
  reportError: (line: string) => void,
): Promise<number> {
  let exitCode = 0
  const program = new Command('operator')
    .description('for operators of the service')
    .option('--json', 'answer in JSON')
    .configureOutput({
      writeOut: (text) => given.write(text),
      writeErr: (text) => reportError(text.trim()),
      outputError: (text, write) => write(misuse(text)),
    })
    .exitOverride()
    .hook('preAction', (_, command) => given.verify?.({ values: command.name() !== 'abandon' }))
  const session: Commands = { ...given, json: () => program.opts<{ json?: boolean }>().json ?? false }
  addBankAccountCommands(addAccountCommands(program, session), session)
  addKeyCommands(program, session)
  addWebhookCommands(program, session)
  addTeamCommands(program, session)
  addDeploymentCommands(program, session)
  addSettlementCommands(program, session)
  addProcessorCommand(program, session)
  addPayoutCommands(program, session)
  addNoticeCommands(program, session)
  program
    .command('check')
    .description(
      'compare ledger, payments, links, settlements and the bank, and list open notices; exit 1 on any of them',
    )
    .action(async () => {
      if (!(await checkBooks(session))) exitCode = 1
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

async function checkBooks(session: Commands): Promise<boolean> {
  const startedAt = session.now()
  const capturesSince = new Date(startedAt.getTime() - RECENT_MS)
  const { database, bank, books } = session
  const breaks = await checkCoherence({ database, bank, books, capturesSince })
  await recordCoherence(session.db, breaks.length, startedAt)
  const notices = await listOpenNotices(session.db)
  const coherent = breaks.length === 0
  if (session.json()) print(session, { coherent, breaks, notices })
  else {
    printList(session, {
      rows: breaks.map((found) => ({ ...found })),
      none: 'The books add up: ledger, payments, links, settlements and the bank agree.',
      some: (count) => `The books do not add up. ${counted(count, 'break')}:`,
    })
    if (notices.length > 0) printNotices(session, notices)
  }
  return coherent && notices.length === 0
}

/** Returns commander's message about invalid usage as one line. */
function misuse(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
  return line.startsWith('unknown command') ? `${line}. See \`npm run -s operator -- --help\`.` : line
}
