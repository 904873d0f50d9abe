import { type Command, Option } from 'commander'
import { type KeyScope, keyScopes } from '@/lib/contract/key-scopes'
import { getAccount } from '@/lib/service/accounts/account-row'
import { listApiKeys } from '@/lib/service/accounts/api-key-row'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { counted, OPERATOR, print, printList, type Session } from './session'

/** Adds `key …`: API keys. A key itself is shown once, when it is created. */
export function addKeyCommands(program: Command, session: Session): void {
  const key = program.command('key').description('API keys')
  const { db } = session
  const json = () => program.opts<{ json?: boolean }>().json ?? false

  key
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--account <id>')
    .requiredOption('--name <name>', 'what it is for')
    .addOption(new Option('--scope <scope>', 'calls that it may make').choices(keyScopes).default('all'))
    .action(async ({ account, name, scope }: { account: string; name: string; scope: KeyScope }) => {
      const made = await createApiKey(db, { accountId: account, actor: OPERATOR, name, scope }, session.now())
      print(session, json(), { id: made.id, api_key: made.api_key })
    })

  key
    .command('list')
    .description("an account's keys, revoked ones included")
    .requiredOption('--account <id>')
    .action(async ({ account }: { account: string }) => {
      await getAccount(db, account)
      printList(session, json(), {
        rows: (await listApiKeys(db, account)).map((row) => ({ ...row })),
        none: `${account} has no key.`,
        some: (count) => `${counted(count, 'key')}:`,
      })
    })

  key
    .command('revoke <key-id>')
    .description('refuse a key from now on')
    .action(async (id: string) => {
      print(session, json(), { ...(await revokeApiKey(db, { keyId: id, actor: OPERATOR }, session.now())) })
    })
}
