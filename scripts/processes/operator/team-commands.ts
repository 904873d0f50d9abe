import type { Command } from 'commander'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import { setNewPassword } from '@/lib/dashboard/team/change-password'
import { EmailTaken, openTeam } from '@/lib/dashboard/team/sign-up'
import { dropTwoStep } from '@/lib/dashboard/team/two-step'
import { problemOf } from '@/lib/dashboard/web/problem'
import { isEmail, lowerCaseEmail } from '@/lib/domain/email-address'
import { normalizeText } from '@/lib/domain/text'
import { translatorOf } from '@/lib/messages/catalogue'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { giveAccount } from '@/lib/service/accounts/give-account'
import { type Commands, callsLocalhost, OPERATOR, OperatorError, print } from './session'

type Options = Record<'name' | 'email' | 'owner' | 'baseUrl', string>

/**
 * Adds `team …`: users of the dashboard. The account's key is not an option, because other users of the machine can read
 * a command line.
 */
export function addTeamCommands(program: Command, session: Commands): void {
  const { apiKey } = session
  const team = program.command('team').description('teams that sign in to the dashboard')

  team
    .command('create')
    .description(
      "make an owner whose team is connected to one account; the account's key is read from API_KEY",
    )
    .requiredOption('--name <name>', "the team's name")
    .requiredOption('--email <email>', 'whom to let in')
    .requiredOption('--owner <name>', "the person's name")
    .option('--base-url <url>', "the host's address", `${session.urls.api}/api/v1`)
    .action(async ({ name, email, owner, baseUrl }: Options) => {
      if (!isEmail(email)) throw new OperatorError(`--email: ${email} is no e-mail address.`)
      if (!apiKey)
        throw new OperatorError(
          'Set API_KEY to a key of the account, such as the one that `account create` printed.',
        )
      const [teamName, person] = [normalizeText(name), normalizeText(owner)]
      if (!teamName || !person) throw new OperatorError('--name and --owner: Must not be empty.')
      const testMode = callsLocalhost(session)
      const opened = await openTeam(
        { ...session, testMode, http: new OutboundHttp({ testMode }) },
        { teamName, email, name: person, baseUrl, apiKey },
      ).catch((error: unknown) => {
        if (error instanceof EmailTaken) throw new OperatorError(`${error.message}.`)
        if (error instanceof HostRefused)
          throw new OperatorError(`${baseUrl} did not take the key: ${error.message}`)
        const {
          code,
          message,
          fields = [],
        } = problemOf(error, { t: translatorOf('en'), language: 'en', locale: 'en' })
        if (code === 'internal_error') throw error
        throw new OperatorError(fields.map((field) => field.message).join(' ') || message)
      })
      const isOwn = baseUrl === `${session.urls.api}/api/v1`
      const change = { accountId: opened.accountId, actor: OPERATOR, team: opened.teamId, onlyUnowned: true }
      const account = isOwn ? await giveAccount(session.db, change, session.now()) : null
      print(session, {
        team_id: opened.teamId,
        account_id: opened.accountId,
        sign_in: `${session.urls.web}/sign-in`,
        email,
        password: opened.password,
        manages_account: account?.owner_team === opened.teamId,
      })
    })
  team
    .command('password')
    .description('set another password for a user who forgot theirs, shown once; ends all their sessions')
    .requiredOption('--email <email>', 'with which they sign in')
    .action(async ({ email }: Pick<Options, 'email'>) => {
      const password = await setNewPassword(session, email)
      if (password === null) throw new OperatorError(`Nobody signs in here as ${email}.`)
      print(session, {
        sign_in: `${session.urls.web}/sign-in`,
        email: lowerCaseEmail(email),
        password,
      })
    })
  team
    .command('two-step')
    .description('two-step sign-in of somebody who lost phone and recovery codes')
    .command('off')
    .description('turn it off, so that the password alone signs in; ends all their sessions')
    .requiredOption('--email <email>', 'with which they sign in')
    .action(async ({ email }: Pick<Options, 'email'>) => {
      const wasOn = await dropTwoStep(session, email)
      if (wasOn === null) throw new OperatorError(`Nobody signs in here as ${email}.`)
      if (!wasOn) throw new OperatorError(`Two-step sign-in of ${email} is off already.`)
      print(session, { email: lowerCaseEmail(email), two_step: 'off' })
    })
}
