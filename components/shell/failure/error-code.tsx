import { errors } from '@/lib/messages/errors'

/** Renders the code of a failure, for the operator of the service. */
export function ErrorCode({ digest }: { digest: string }) {
  return (
    <p className="mt-3">
      <code className="wrap-anywhere select-all rounded-sm bg-hover px-1.5 py-0.5 font-mono text-text text-xs">
        {errors.reference(digest)}
      </code>
    </p>
  )
}
