import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'
import { pay } from '@/lib/messages/pay'

const GROUP = 4

/** An id as one reads it out: in groups, whose gaps are no characters, so that it is copied as it is. */
export function Reference({ id }: { id: string }) {
  const [prefix = '', rest = ''] = id.includes('_') ? splitAt(id, id.indexOf('_') + 1) : ['', id]
  return (
    <code className="block min-w-0 select-all font-mono text-xs">
      {prefix}
      {groupsOf(rest).map(({ at, text }) => (
        <span key={at} className="ms-0.5 me-1 inline-block">
          {text}
        </span>
      ))}
    </code>
  )
}

/** Puts the whole id on the clipboard; nothing to print. */
export function CopyReference({ id }: { id: string }) {
  return (
    <span className="-my-1.5 print:hidden">
      <CopyButton
        value={id}
        label={pay.copyReference}
        copiedLabel={common.copied}
        failedLabel={common.copyFailed}
        variant="quiet"
        iconOnly
      />
    </span>
  )
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at)]
}

function groupsOf(text: string): { at: number; text: string }[] {
  const starts = Array.from({ length: Math.ceil(text.length / GROUP) }, (_, index) => index * GROUP)
  return starts.map((at) => ({ at, text: text.slice(at, at + GROUP) }))
}
