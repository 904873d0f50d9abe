import { FileText, ListChecks } from 'lucide-react'
import { PageLink } from '@/components/navigation/page-link'
import { Button } from '@/components/ui/button'
import { bankMatch } from '@/lib/messages/bank-match'
import { statements } from '@/lib/messages/statements'

/** Renders the links from the balance to the statements and to the comparison with the bank. */
export function BalanceLinks() {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button asChild icon={<FileText aria-hidden className="size-4" />}>
        <PageLink href="/balance/statements">{statements.title}</PageLink>
      </Button>
      <Button asChild icon={<ListChecks aria-hidden className="size-4" />}>
        <PageLink href="/balance/match">{bankMatch.title}</PageLink>
      </Button>
    </div>
  )
}
