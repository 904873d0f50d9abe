import type { ReactNode } from 'react'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'

/** Renders the link to another page that needs no session. */
export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button asChild variant="primary" className="min-h-10">
      <PageLink href={href}>{children}</PageLink>
    </Button>
  )
}
