import type { Command } from 'commander'
import { toMajor } from '@/lib/domain/money'
import { closeNotice, listOpenNotices, type Notice } from '@/lib/service/notices/processor-notices'
import { type Commands, counted, OperatorError, print, printList } from './session'

/** Adds `notices …`: refunds, disputes, payouts and account changes that the card processor reported. */
export function addNoticeCommands(program: Command, session: Commands): void {
  const notices = program.command('notices').description('what the card processor reported of itself')

  notices
    .command('list')
    .description('open notices, the oldest first')
    .action(async () => printNotices(session, await listOpenNotices(session.db)))

  notices
    .command('close <event>')
    .description('close a notice that is dealt with')
    .action(async (event: string) => {
      if (!(await closeNotice(session.db, event, session.now())))
        throw new OperatorError(`There is no open notice ${event}. \`operator notices list\` shows them.`)
      print(session, { event_id: event, closed: true })
    })
}

/** Prints open notices. */
export function printNotices(session: Commands, notices: readonly Notice[]): void {
  printList(session, {
    rows: notices.map(({ amount_minor: minor, currency, ...notice }) => ({
      ...notice,
      amount: minor === null || currency === null ? null : toMajor(minor, currency),
      currency,
    })),
    none: 'The card processor reported nothing that is open.',
    some: (count) => `The card processor reported ${counted(count, 'open notice')}:`,
  })
}
