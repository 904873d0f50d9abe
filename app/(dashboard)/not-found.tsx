import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { errors } from '@/lib/messages/errors'

/** Inside the shell: an object that is not there leaves the way to everything else open. */
export default function DashboardNotFound() {
  return (
    <EmptyState
      kind="nomatch"
      title={errors.notFoundTitle}
      action={
        <Button asChild>
          <Link href="/">{errors.toHome}</Link>
        </Button>
      }
    >
      {errors.notFoundHint}
    </EmptyState>
  )
}
