import { buttonLook } from '@/components/ui/button-look'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import { ErrorCode } from './error-code'
import { MessagePage } from './message-page'

type Props = { digest: string | undefined; onRetry: () => void }

/** Outside the shell. Every page, the payer's too, has this at hand before anything fails: so it is words and a button. */
export function PlainFailed({ digest, onRetry }: Props) {
  return (
    <MessagePage
      title={errors.failedTitle}
      action={
        <button type="button" className={buttonLook('primary', 'md')} onClick={onRetry}>
          {common.retry}
        </button>
      }
    >
      <p>{digest ? errors.failedHint : errors.failedHintPlain}</p>
      {digest ? <ErrorCode digest={digest} /> : null}
    </MessagePage>
  )
}
