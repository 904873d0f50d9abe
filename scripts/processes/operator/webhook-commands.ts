import type { Command } from 'commander'
import { getAccount } from '@/lib/service/accounts/get-account'
import { createEndpoint } from '@/lib/service/webhooks/create-endpoint'
import { deleteEndpoint } from '@/lib/service/webhooks/delete-endpoint'
import type { EndpointContext, EndpointRow } from '@/lib/service/webhooks/endpoint-row'
import { findEndpointAccount } from '@/lib/service/webhooks/find-endpoint-account'
import { listEndpoints } from '@/lib/service/webhooks/list-endpoints'
import { pauseEndpoint } from '@/lib/service/webhooks/pause-endpoint'
import { resumeEndpoint } from '@/lib/service/webhooks/resume-endpoint'
import { callsLocalhost, counted, OPERATOR, OperatorError, print, printList, type Session } from './session'

type Change = (ctx: EndpointContext, id: string) => Promise<EndpointRow>

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

  const changes: readonly (readonly [string, string, Change])[] = [
    ['pause', 'send nothing until it is resumed', pauseEndpoint],
    ['resume', 'send again, from the next event on', resumeEndpoint],
    ['delete', 'for good', deleteEndpoint],
  ]
  for (const [name, description, change] of changes) {
    webhook
      .command(`${name} <endpoint-id>`)
      .description(description)
      .action(async (id: string) => {
        const account = await findEndpointAccount(session.db, id)
        if (account === null) throw new OperatorError(`There is no webhook endpoint ${id}.`)
        print(session, json(), shown(await change(contextOf(account), id)))
      })
  }
}

function shown({ id, account_id, url, status, created_at }: EndpointRow) {
  return { id, account_id, url, status, created_at }
}
