import type { Command } from 'commander'
import { getAccount } from '@/lib/service/accounts/account-row'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import {
  type EndpointContext,
  type EndpointRow,
  findEndpointAccount,
  listEndpoints,
} from '@/lib/service/webhooks/endpoint-row'
import { callsLocalhost, counted, OPERATOR, OperatorError, print, printList, type Session } from './session'

/** Adds `webhook …`: endpoints of accounts. A signing secret is shown once, when its endpoint is created. */
export function addWebhookCommands(program: Command, session: Session): void {
  const webhook = program.command('webhook').description('webhook endpoints')
  const json = () => program.opts<{ json?: boolean }>().json ?? false
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
      print(session, json(), { id, secret })
    })

  webhook
    .command('list')
    .description("an account's endpoints")
    .requiredOption('--account <id>')
    .action(async ({ account }: { account: string }) => {
      await getAccount(session.db, account)
      printList(session, json(), {
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
        print(session, json(), shown(await changeEndpointStatus(contextOf(account), id, status)))
      })
  }
}

function shown({ id, account_id, url, status, created_at }: EndpointRow) {
  return { id, account_id, url, status, created_at }
}
