import { ScanSearch } from 'lucide-react'
import { PageLink } from '@/components/navigation/page-link'
import { Button } from '@/components/ui/button'
import { signatureDebugger } from '@/lib/messages/signature-debugger'

/** Renders the button that opens the signature debugger, with a delivery loaded if one is given. */
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
