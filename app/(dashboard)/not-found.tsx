import Link from 'next/link'
import { MessagePage } from '@/components/shell/message-page'
import { Button } from '@/components/ui/button'
import { errors } from '@/lib/messages/errors'

/** Inside the shell: an object that is not there leaves the way to everything else open. */
export default function DashboardNotFound() {
  return (
    <MessagePage
      inside
      title={errors.notFoundTitle}
      action={
        <Button asChild>
          <Link href="/">{errors.toHome}</Link>
        </Button>
      }
    >
      {errors.notFoundHint}
    </MessagePage>
  )
}
