import type { Command } from 'commander'
import { listShownMail } from '@/lib/dashboard/mail/run-mail'
import { listShownLinks } from '@/lib/dashboard/team/run-link-mail'
import { listShownMessages } from '@/lib/service/messaging/messenger'
import { counted, OperatorError, printList, type Session } from './session'

/** Adds `outbox`: messages of the adapters that show them instead of sending them. */
export function addOutboxCommand(program: Command, session: Session): void {
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
      printList(session, program.opts<{ json?: boolean }>().json ?? false, {
        rows: newestFirst.map((message) => ({ ...message })),
        none: 'No message has been shown yet. Sign-up codes, receipts, invitations and failure notices appear here.',
        some: (count) => `${counted(count, 'message')}, the newest first:`,
      })
    })
}
