import { MessagePage } from '@/components/shell/message-page'
import { Button } from '@/components/ui/button'
import { errors } from '@/lib/messages/errors'

/** Part of every page, the payer's too: a plain link spares them the script of Next's own. */
export default function NotFound() {
  return (
    <MessagePage
      title={errors.notFoundTitle}
      action={
        <Button asChild variant="primary">
          <a href="/">{errors.toHome}</a>
        </Button>
      }
    >
      {errors.notFoundHint}
    </MessagePage>
  )
}
