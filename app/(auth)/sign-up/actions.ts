'use server'

import { z } from 'zod'
import { Refusal } from '@/lib/dashboard/refusal'
import { managedTeam } from '@/lib/dashboard/team/managed-team'
import { countSignUp } from '@/lib/dashboard/team/sign-in-attempts'
import { checkNewMerchant, signUp } from '@/lib/dashboard/team/sign-up'
import { publicAction, userAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/request-address'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/open-mailer'
import { webPanel } from '@/lib/service/panel/web-panel'
import { checkBusiness, openOwnAccount } from './open-own-account'

const text = z.string().max(1_000)
const business = { business_name: text, country: text, currency: text, timezone: text }
const merchantInput = z.strictObject({ name: text, email: text, password: text, ...business })
const businessInput = z.strictObject(business)

const here = () => ({ ...webDashboard(), panel: webPanel() })

const create = publicAction('team.sign_up', merchantInput, async (input) => {
  const { env } = webDashboard()
  if (!env.SIGN_UP) throw new Refusal('resource_not_found')
  const { name, email, password, ...shop } = input
  const merchant = { name, email, password, businessName: shop.business_name }
  const fields = [...checkNewMerchant(merchant), ...checkBusiness(shop, email)]
  if (fields.length > 0) throw new Refusal('invalid_parameters', { fields })
  const address = await requestAddress()
  const owner = await signUp(webDashboard(), merchant, { address, hasMail: hasMail(env) })
  return { slug: await openOwnAccount(here(), { ...owner, email, address }, shop) }
})

const open = userAction('team.open_account', businessInput, async (user, input) => {
  const teamId = managedTeam(user)
  if (!webDashboard().env.SIGN_UP || teamId === null || user.accounts.length > 0)
    throw new Refusal('forbidden')
  const fields = checkBusiness(input, user.email)
  if (fields.length > 0) throw new Refusal('invalid_parameters', { fields })
  const address = await requestAddress()
  if (!(await countSignUp(webDashboard(), address))) throw new Refusal('too_many_sign_ups')
  const opener = { userId: user.id, teamId, email: user.email, address }
  return { slug: await openOwnAccount(here(), opener, input) }
})

export async function signUpAction(input: z.input<typeof merchantInput>) {
  return create(input)
}

export async function openAccountAction(input: z.input<typeof businessInput>) {
  return open(input)
}
