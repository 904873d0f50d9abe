import { headers } from 'next/headers'
import { MessagePage } from '@/components/page/message-page'
import { Button } from '@/components/ui/button'
import { segmentKind } from '@/lib/dashboard/schema/account-address'
import { errors } from '@/lib/messages/errors'
import { PATH_HEADER } from '@/lib/ui/page-headers'
import { PayerStyle } from './(checkout)/payer-style'

/**
 * Not-found page outside every account. A payer's URL links to no dashboard. A plain link spares payers the
 * router's script.
 */
export default async function NotFound() {
  const [, first = ''] = ((await headers()).get(PATH_HEADER) ?? '/').split(/[/?]/)
  return (
    <MessagePage
      title={errors.missing.page.title}
      action={
        segmentKind(first) === 'route' ? undefined : (
          <Button asChild variant="primary">
            <a href="/">{errors.toHome}</a>
          </Button>
        )
      }
    >
      <PayerStyle />
      {errors.missing.page.hint}
    </MessagePage>
  )
}
