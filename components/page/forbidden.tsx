import { Lock } from 'lucide-react'
import { PageLink } from '@/components/navigation/page-link'
import { Button } from '@/components/ui/button'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import { MessagePage } from './message-page'

/** Renders a page that exists, to a member whose role may not open it. */
export function Forbidden() {
  return (
    <MessagePage
      inside
      Icon={Lock}
      title={common.forbiddenTitle}
      action={
        <Button asChild variant="primary">
          <PageLink href="/">{errors.toHome}</PageLink>
        </Button>
      }
    >
      <p>{common.forbiddenHint}</p>
    </MessagePage>
  )
}
