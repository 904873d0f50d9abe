import { redirect } from 'next/navigation'
import { ReviewForm } from '@/components/review/review-form'
import { endReview } from '@/lib/dashboard/team/review'
import { pageUser, REVIEW_PATH, requestAddress, requireAnyUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { webPanel } from '@/lib/service/panel/panel'
import { memberTexts } from '@/lib/ui/member-reader'
import { readReview } from './review-sign-up'

/** Asks the owner of an address what to keep of a sign-up that another person may have made; passes if that is nothing. */
export default async function ReviewPage() {
  const { id: userId, email, inReview } = await pageUser(REVIEW_PATH, requireAnyUser)
  if (!inReview) redirect('/')
  const reviewer = { userId, address: await requestAddress() }
  const here = { ...webDashboard(), panel: webPanel(), ...(await memberTexts()) }
  const review = await readReview(here, reviewer)
  if (review.items.length > 0) return <ReviewForm email={email} review={review} />
  await endReview(webDashboard(), { ...reviewer, kept: [] })
  redirect('/')
}
