import { type FieldError, invalidParameters } from '@/lib/contract/errors'
import { chosenEventKinds } from '@/lib/contract/event-kinds'
import type { PanelAbsence } from '@/lib/contract/panel/endpoints'
import { sha256 } from '@/lib/platform/secrets'
import { listApiKeys } from '@/lib/service/accounts/api-key-row'
import { findKey, hasIssuedKey } from '@/lib/service/accounts/authenticate-key'
import { checkAccountInput, createAccount } from '@/lib/service/accounts/create-account'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { revokeApiKey } from '@/lib/service/accounts/revoke-api-key'
import { acceptedCurrencies, type ProcessorName } from '@/lib/service/processor/currencies'
import { listEndpoints } from '@/lib/service/webhooks/endpoint-row'
import { changeEndpointStatus } from './change-endpoint-status'
import type { Panel, PanelContext, PanelMember } from './panel'
import { createEndpoint } from './save-endpoint'

const DASHBOARD_KEY = 'Dashboard'
const ID_DIGITS = 32

/** Fields of an account that a merchant opens. */
export interface AccountToOpen {
  name: string
  contact_email: string
  currency: string
  timezone: string
  country: string
}

/** Returns the errors of an account's fields. */
export const checkAccountToOpen: (input: AccountToOpen, processor: ProcessorName) => FieldError[] =
  checkAccountInput

/** Returns the currencies (upper case, sorted) in which an account can be opened. */
export const listCurrenciesToOpen: (processor: ProcessorName) => readonly string[] = acceptedCurrencies

/**
 * Opens an account of a team in TRIAL with a key for the dashboard, which is returned only this once. The same team with
 * the same fields is the same account: a call after a crash continues with the existing state, under a new key. Throws
 * 400 `invalid_parameters`, also if the operator has given that account to another team.
 */
export async function openAccount(
  { database, now, processor }: Pick<Panel, 'database' | 'now' | 'processor'>,
  input: AccountToOpen,
  { teamId, memberId }: { teamId: string; memberId: string },
): Promise<{ accountId: string; apiKey: string }> {
  const db = database.as('checkout_system')
  const actor = { kind: 'member', id: memberId } as const
  const { name, currency, timezone, country } = input
  const mark = sha256(JSON.stringify([teamId, name, currency, timezone, country])).toString('hex')
  const accountId = `acct_${mark.slice(0, ID_DIGITS)}`
  const { rows } = await db.query<{ owner_team: string | null }>({
    text: 'SELECT owner_team FROM service.account WHERE id = $1',
    values: [accountId],
  })
  if (rows[0] && rows[0].owner_team !== teamId) {
    const message = 'Your account of this name belongs to another team now. Choose another business name.'
    throw invalidParameters([{ field: 'business_name', code: 'account_of_other_team', message }])
  }
  const origin = { actor, id: accountId, ownerTeam: teamId, processor }
  if (!rows[0]) await createAccount(db, { ...input, trial: true }, now(), origin)
  // The key of an unfinished try was never delivered.
  for (const key of await listApiKeys(db, accountId))
    if (key.name === DASHBOARD_KEY) await revokeApiKey(db, { keyId: key.id, actor }, now())
  const key = { accountId, actor, name: DASHBOARD_KEY, ownerTeam: teamId }
  const { api_key: apiKey } = await createApiKey(db, key, now())
  return { accountId, apiKey }
}

/** Returns the reason why `openPanel` returns null. */
export async function whyNoPanel(
  { database, baseUrl }: Pick<Panel, 'database' | 'baseUrl'>,
  member: Pick<PanelMember, 'apiKey' | 'baseUrl'>,
): Promise<PanelAbsence> {
  if (member.baseUrl !== baseUrl || !(await hasIssuedKey(database, member.apiKey))) return 'elsewhere'
  const found = await findKey(database, member.apiKey)
  if (!found) return 'key_refused'
  return found.account.owner_team === null ? 'no_team' : 'other_team'
}

/**
 * Registers an address for all events of an account, those of the extension included, has its signing secret stored, and deletes the older endpoints of the
 * address, whose secrets are lost. Throws 400 `invalid_parameters`.
 */
export async function registerReceiver(
  ctx: PanelContext,
  url: string,
  rules: Pick<Panel, 'keyring' | 'testMode'>,
  store: (secret: string) => Promise<unknown>,
): Promise<{ id: string }> {
  const { id, secret } = await createEndpoint(ctx, { url, kinds: chosenEventKinds }, rules)
  await store(secret)
  const older = (await listEndpoints(ctx)).filter((endpoint) => endpoint.url === url && endpoint.id < id)
  for (const endpoint of older) await changeEndpointStatus(ctx, endpoint.id, 'DELETED')
  return { id }
}
