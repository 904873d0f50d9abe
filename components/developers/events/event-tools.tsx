import { BookOpen } from 'lucide-react'
import { DebuggerLink } from '@/components/developers/debugger/debugger-link'
import { PageLink } from '@/components/navigation/page-link'
import { Button } from '@/components/ui/button'
import { developerEvents } from '@/lib/messages/developer-events'

/** Refetch interval of events, which raise no live message. */
export const EVENTS_POLL_MS = 10_000

/** Renders the links from the list of events to the catalog and the signature debugger. */
export function EventTools() {
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild icon={<BookOpen aria-hidden className="size-4" />}>
        <PageLink href="/developers/events/catalogue">{developerEvents.catalogue.link}</PageLink>
      </Button>
      <DebuggerLink />
    </div>
  )
}
