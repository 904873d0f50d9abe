import { Banner } from '@/components/ui/banner'
import { common } from '@/lib/messages/common'

/** Reason of a failed submit. `requestId` identifies the request in the service's log. */
export type Failure = { message: string; requestId?: string | undefined }

type Props = {
  failure: Failure
  /** Name of the failed action, if the message does not contain it. */
  title?: string
  className?: string
}

/** Renders the failure of a form that belongs to no single field. */
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
