import { Banner } from '@/components/ui/banner'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { links } from '@/lib/messages/links'
import { problemSentence } from './problem-sentence'

/** Why a link's cancel came to nothing; empty for one that did not fail. */
export function CancelFailed({ cancel }: { cancel: ShownCancel | null }) {
  if (cancel?.state !== 'FAILED') return null
  return (
    <Banner tone="danger" title={links.detail.cancelFailed} announce>
      {problemSentence(cancel.problem ?? 'internal_error')}
    </Banner>
  )
}
