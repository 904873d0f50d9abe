import { headers } from 'next/headers'
import { cache } from 'react'
import { pageMember } from '@/lib/dashboard/web/member'
import { PATH_HEADER } from '@/lib/ui/page-headers'

/** Who looks at this page, asked once a request by the layout and the page together; a sign-in leads back here. */
export const accountMember = cache(async () => pageMember((await headers()).get(PATH_HEADER) ?? undefined))
