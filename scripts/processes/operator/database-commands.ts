import type { Command } from 'commander'
import { sideUrls } from '@/lib/platform/env'
import { prepareLogins } from '@/lib/platform/side-logins'
import { OperatorError, printList, type Session } from './session'

/** Adds `database …`: logins with which the processes connect (docs/database-roles.md). */
export function addDatabaseCommands(program: Command, session: Session): void {
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
      printList(session, program.opts<{ json?: boolean }>().json ?? false, {
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
