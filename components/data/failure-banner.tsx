import { Banner } from '@/components/ui/banner'
import { common } from '@/lib/messages/common'

/** Why what was sent was not done; nothing of it is lost. `requestId` finds it in the service's log. */
export type Failure = { message: string; requestId?: string | undefined }

type Props = {
  failure: Failure
  /** What was not done; without it the message says all. */
  title?: string
  className?: string
}

/** Above a form: what failed as a whole, where no single field is to blame. */
export function FailureBanner({ failure, title, className }: Props) {
  return (
    <Banner tone="danger" title={title ?? failure.message} announce className={className}>
      {title ? <p>{failure.message}</p> : null}
      {failure.requestId ? (
        <p className="wrap-anywhere text-muted text-xs">{common.requestId(failure.requestId)}</p>
      ) : null}
    </Banner>
  )
}
