import { CopyCode } from '@/components/data/copy-code'
import { CodeBlock } from '@/components/ui/code-block'
import { common } from '@/lib/messages/common'
import { developerRequests } from '@/lib/messages/developer-requests'
import { type CurlCall, curlOf } from './curl'

const copy = developerRequests.curl

type Props = {
  /** Calls with their labels. */
  calls: readonly { label: string; call: CurlCall }[]
  hint?: string
}

/** Renders API calls as curl commands in a folded section. */
export function CurlFold({ calls, hint = copy.hint }: Props) {
  return (
    <details>
      <summary className="hit flex w-fit cursor-pointer items-center font-medium text-accent-text text-sm">
        {copy.show}
      </summary>
      <div className="flex flex-col gap-3 pt-2">
        {calls.map(({ label, call }) => {
          const code = curlOf(call)
          return (
            <CodeBlock
              key={label}
              label={label}
              code={code}
              action={<CopyCode code={code} label={common.copyThing(label)} />}
            />
          )
        })}
        <p className="text-muted text-xs">{hint}</p>
      </div>
    </details>
  )
}
