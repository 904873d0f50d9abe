import type { Metadata } from 'next'
import Link from 'next/link'
import { MessagePage } from '@/components/shell/message-page'
import { Button } from '@/components/ui/button'
import { errors } from '@/lib/messages/errors'

export const metadata: Metadata = { title: errors.notFoundTitle }

export default function NotFound() {
  return (
    <MessagePage
      title={errors.notFoundTitle}
      action={
        <Button asChild variant="primary">
          <Link href="/">{errors.toHome}</Link>
        </Button>
      }
    >
      {errors.notFoundHint}
    </MessagePage>
  )
}
