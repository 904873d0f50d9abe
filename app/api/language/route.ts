import { cookies } from 'next/headers'
import { safePath } from '@/components/sign-in/safe-path'
import { readLanguage } from '@/lib/dashboard/team/language'
import { signedInUserId } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/responses'
import { keepLanguage } from '@/lib/dashboard/web/session'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** Gives this browser the language that its user has chosen in another one, and leads back to the page `next`. */
export const { GET } = methods({
  async GET(request) {
    const dashboard = webDashboard()
    const userId = await signedInUserId()
    if (userId !== null)
      keepLanguage(await cookies(), await readLanguage(dashboard, userId), dashboard.env.WEB_URL)
    const next = safePath(new URL(request.url).searchParams.get('next') ?? undefined)
    return new Response(null, { status: 303, headers: { location: next, 'cache-control': 'no-store' } })
  },
})
