import { headers } from 'next/headers'
import { cache } from 'react'
import { pageMember } from '@/lib/dashboard/web/member'
import { PATH_HEADER } from '@/lib/ui/page-headers'

/** Returns the member who looks at a page of this account, found once a request for layout and page together. */
export const accountPage = cache(async (account: string) =>
  pageMember(account, (await headers()).get(PATH_HEADER) ?? `/${account}`),
)
