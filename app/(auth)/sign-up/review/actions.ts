'use server'

import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { Refusal } from '@/lib/dashboard/refusal'
import { userAction } from '@/lib/dashboard/web/action'
import { requestAddress, requireAnyUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { webPanel } from '@/lib/service/panel/panel'
import { finishReview } from './review-sign-up'

const ids = z.array(z.string().max(ID_TEXT_MAX)).max(10_000)
const reviewInput = z.strictObject({ keep: ids, drop: ids })

export const finishReviewAction = userAction(
  'user.review',
  reviewInput,
  async ({ id: userId, inReview }, input) => {
    if (!inReview) throw new Refusal('resource_not_found')
    const here = { ...webDashboard(), panel: webPanel() }
    return finishReview(here, { userId, address: await requestAddress() }, input)
  },
  requireAnyUser,
)
