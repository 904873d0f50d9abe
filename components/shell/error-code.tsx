import { errors } from '@/lib/messages/errors'

/** The code of a failure, to be told to whoever runs the service. */
export function ErrorCode({ digest }: { digest: string }) {
  return (
    <p className="mt-3">
      <code className="wrap-anywhere select-all rounded-sm bg-hover px-1.5 py-0.5 font-mono text-text text-xs">
        {errors.reference(digest)}
      </code>
    </p>
  )
}
