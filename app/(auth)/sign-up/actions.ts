'use server'

import { after } from 'next/server'
import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { countSignUp } from '@/lib/dashboard/attempts/attempts'
import { Refusal } from '@/lib/dashboard/refusal'
import { managedTeam, mayOpenAccount } from '@/lib/dashboard/team/find-accounts'
import {
  admitSignUp,
  checkNewMerchant,
  completeSignUp,
  createOwnTeam,
  mailSignUp,
  signUp,
} from '@/lib/dashboard/team/sign-up'
import { publicAction, userAction } from '@/lib/dashboard/web/action'
import { requestAddress, requireAnyUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { checkBusiness, openOwnAccount } from '@/lib/own-account/open-own-account'
import { hasMail, showsMail } from '@/lib/platform/mail/mailer'
import { webPanel } from '@/lib/service/panel/panel'
import { memberTexts } from '@/lib/ui/member-reader'
import { finishReview } from './review/review-sign-up'

const text = z.string().max(1_000)
const business = { business_name: text, country: text, currency: text, timezone: text }
const merchantInput = z.strictObject({ name: text, email: text, password: text.optional(), ...business })
const completeInput = z.strictObject({ token: z.string().max(300), password: text })
const businessInput = z.strictObject(business)

const here = () => ({ ...webDashboard(), panel: webPanel() })
const requestLanguage = async () => (await memberTexts()).language

// With mail the response is the same for the address of a user, and the password is chosen by the reader of the mail.
export const signUpAction = publicAction(
  'team.sign_up',
  merchantInput,
  async ({ name, email, password = '', ...shop }) => {
    const dashboard = webDashboard()
    const { env } = dashboard
    if (!env.SIGN_UP) throw new Refusal('resource_not_found')
    const byMail = hasMail(env)
    const person = byMail ? { name, email } : { name, email, password }
    const fields = [...checkNewMerchant(person), ...checkBusiness(shop, email, env)]
    if (fields.length > 0) throw new Refusal('invalid_parameters', { fields })
    const [address, language] = [await requestAddress(), await requestLanguage()]
    if (!byMail) {
      const person = { name, email, password, businessName: shop.business_name, language }
      const owner = await signUp(dashboard, person, address)
      return { slug: await openOwnAccount(here(), { ...owner, email, address }, shop) }
    }
    await admitSignUp(dashboard, { email, address })
    const write = () => mailSignUp(dashboard, { name, email, language, business: shop })
    if (showsMail(env)) return { mailLeadsTo: await write() }
    after(() =>
      write().catch((error: unknown) =>
        dashboard.log.error({ err: error }, 'the mail of a sign-up was not written'),
      ),
    )
    return { mailLeadsTo: null }
  },
)

export const completeSignUpAction = publicAction('team.complete_sign_up', completeInput, async (input) => {
  const dashboard = webDashboard()
  if (!dashboard.env.SIGN_UP) throw new Refusal('resource_not_found')
  const address = await requestAddress()
  const language = await requestLanguage()
  const { business, ...owner } = await completeSignUp(dashboard, { ...input, language }, address)
  // The user exists now: without an account the sign-in leads to the page that opens one.
  const slug = await openOwnAccount(here(), { ...owner, address }, business).catch((error: unknown) => {
    dashboard.log.error({ err: error }, 'the account of a sign-up was not opened')
    return null
  })
  return { email: owner.email, slug }
})

export const openAccountAction = userAction('team.open_account', businessInput, async (user, input) => {
  const { env } = webDashboard()
  if (!env.SIGN_UP || !mayOpenAccount(user, hasMail(env))) throw new Refusal('forbidden')
  const fields = checkBusiness(input, user.email, env)
  if (fields.length > 0) throw new Refusal('invalid_parameters', { fields })
  const address = await requestAddress()
  if (!(await countSignUp(webDashboard(), address))) throw new Refusal('too_many_sign_ups')
  const own = { userId: user.id, name: input.business_name, address }
  const teamId = managedTeam(user) ?? (await createOwnTeam(webDashboard(), own))
  if (teamId === null) throw new Refusal('forbidden')
  const opener = { userId: user.id, teamId, email: user.email, address }
  return { slug: await openOwnAccount(here(), opener, input) }
})

const ids = z.array(z.string().max(ID_TEXT_MAX)).max(10_000)
const reviewInput = z.strictObject({ keep: ids, drop: ids })

export const finishReviewAction = userAction(
  'user.review',
  reviewInput,
  async ({ id: userId, inReview }, input) => {
    if (!inReview) throw new Refusal('resource_not_found')
    return finishReview(
      { ...here(), ...(await memberTexts()) },
      { userId, address: await requestAddress() },
      input,
    )
  },
  requireAnyUser,
)
