'use client'

import { CircleHelp } from 'lucide-react'
import { useRead } from '@/components/data/read'
import { useAccount } from '@/components/navigation/account'
import { PageLink } from '@/components/navigation/page-link'
import { Tooltip } from '@/components/ui/tooltip'
import { charges } from '@/lib/messages/charges'

/** Renders the number of open cases; nothing for zero. */
export function CasesLink() {
  const account = useAccount()
  const count = useRead('charges/list/open', {}, { enabled: account !== '' }).data?.count ?? 0
  if (count === 0) return null
  const label = charges.cases.rail(count)
  return (
    <Tooltip content={label} side="right" className="rail:hidden">
      <PageLink
        href="/charges"
        className="hit flex shrink-0 items-center gap-2.5 rounded-md bg-warning-soft px-2.5 font-medium text-sm text-warning max-rail:justify-center max-rail:px-0 max-md:px-2"
      >
        <CircleHelp aria-hidden className="size-4 shrink-0" />
        <span className="max-md:sr-only max-rail:sr-only">{label}</span>
        <span aria-hidden className="tnum md:hidden">
          {count}
        </span>
      </PageLink>
    </Tooltip>
  )
}
