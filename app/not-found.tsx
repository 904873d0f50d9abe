import { headers } from 'next/headers'
import { MessagePage } from '@/components/page/message-page'
import { Button } from '@/components/ui/button'
import { segmentKind } from '@/lib/dashboard/account-address'
import { translatorOf } from '@/lib/messages/catalogue'
import { buildFile } from '@/lib/platform/build-file'
import { PATH_HEADER } from '@/lib/ui/page-headers'
import { pageReaderOf } from '@/lib/ui/page-reader'

const STYLE = `<link rel="stylesheet" href="${buildFile('payer-sheet.txt')}">`

/** Not-found page outside every account. A payer's URL links to no dashboard; a plain link spares payers the router's script. */
export default async function NotFound() {
  const request = await headers()
  const path = request.get(PATH_HEADER) ?? '/'
  const [, first = ''] = path.split(/[/?]/)
  const t = translatorOf(pageReaderOf(request).language)
  return (
    <MessagePage
      title={t('page.missing.title')}
      action={
        segmentKind(first) === 'route' ? undefined : (
          <Button asChild variant="primary">
            <a href="/">{t('errors.toHome')}</a>
          </Button>
        )
      }
    >
      {/* As text: every page carries this one along, and would preload the file. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a URL of the build */}
      <span dangerouslySetInnerHTML={{ __html: STYLE }} />
      {t('page.missing.hint')}
    </MessagePage>
  )
}
