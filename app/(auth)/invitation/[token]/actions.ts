'use server'

import type { z } from 'zod'
import {
  acceptInput,
  acceptInvitation,
  joinAsNewUser,
  joinInput,
} from '@/lib/dashboard/team/accept-invitation'
import { publicAction, userAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

const join = publicAction('team.join', joinInput, async (input) =>
  joinAsNewUser(webDashboard(), input, {
    address: await requestAddress(),
    byMail: hasMail(webDashboard().env),
  }),
)

export const acceptAction = userAction('team.accept_invitation', acceptInput, async (user, input) =>
  acceptInvitation(webDashboard(), user, input, await requestAddress()),
)

type Join = z.input<typeof joinInput>

export async function joinAction(token: string, input: Omit<Join, 'token'>) {
  return join({ ...input, token })
}
