import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'
import { pay } from '@/lib/messages/pay'

const GROUP = 4
const LINE = 16

/** Renders an id in readable groups. The gaps are margins, so a copied id contains no spaces. */
export function Reference({ id }: { id: string }) {
  const start = id.indexOf('_') + 1
  return (
    <code className="block min-w-0 select-all font-mono text-xs">
      {piecesOf(id.slice(start), LINE).map((line, index) => (
        <span key={line.at} className="inline-block">
          {index === 0 ? id.slice(0, start) : null}
          {piecesOf(line.text, GROUP).map(({ at, text }) => (
            <span key={at} className="me-1.5 inline-block">
              {text}
            </span>
          ))}
        </span>
      ))}
    </code>
  )
}

/** Renders the button that copies the whole id, hidden in print. Its icon is aligned with the column's edge. */
export function CopyReference({ id }: { id: string }) {
  return (
    <span className="-my-1.5 -me-2 pointer-coarse:-me-3.5 print:hidden">
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

function piecesOf(text: string, length: number): { at: number; text: string }[] {
  const starts = Array.from({ length: Math.ceil(text.length / length) }, (_, index) => index * length)
  return starts.map((at) => ({ at, text: text.slice(at, at + length) }))
}
