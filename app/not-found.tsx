import { headers } from 'next/headers'
import { MessagePage } from '@/components/page/message-page'
import { Button } from '@/components/ui/button'
import { segmentKind } from '@/lib/dashboard/schema/account-address'
import { translatorOf } from '@/lib/messages/catalogue'
import { errors } from '@/lib/messages/errors'
import { PATH_HEADER, PAYER_PAGES } from '@/lib/ui/page-headers'
import { payerReaderOf } from '@/lib/ui/payer-reader'

/**
 * Not-found page outside every account. A payer's URL links to no dashboard. A plain link spares payers the
 * router's script.
 */
export default async function NotFound() {
  const request = await headers()
  const path = request.get(PATH_HEADER) ?? '/'
  const [, first = ''] = path.split(/[/?]/)
  const t = translatorOf(PAYER_PAGES.test(path) ? payerReaderOf(request).language : 'en')
  return (
    <MessagePage
      title={t('page.missing.title')}
      action={
        segmentKind(first) === 'route' ? undefined : (
          <Button asChild variant="primary">
            <a href="/">{errors.toHome}</a>
          </Button>
        )
      }
    >
      {t('page.missing.hint')}
    </MessagePage>
  )
}
