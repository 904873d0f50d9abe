import { ScanSearch } from 'lucide-react'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { signatureDebugger } from '@/lib/messages/signature-debugger'

/** The way to the signature debugger, as a button. */
export function DebuggerLink() {
  return (
    <Button asChild icon={<ScanSearch aria-hidden className="size-4" />}>
      <PageLink href="/developers/webhooks/debugger">{signatureDebugger.link}</PageLink>
    </Button>
  )
}
