import { ScanSearch } from 'lucide-react'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { signatureDebugger } from '@/lib/messages/signature-debugger'

/** The way to the signature debugger, as a button; with a delivery it opens with that delivery loaded. */
export function DebuggerLink({ delivery }: { delivery?: string }) {
  const query = delivery === undefined ? '' : `?delivery=${encodeURIComponent(delivery)}`
  return (
    <Button asChild icon={<ScanSearch aria-hidden className="size-4" />}>
      <PageLink href={`/developers/webhooks/debugger${query}`}>
        {delivery === undefined ? signatureDebugger.link : signatureDebugger.checkDelivery}
      </PageLink>
    </Button>
  )
}
