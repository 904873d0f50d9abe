'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Tooltip } from '@/components/ui/tooltip'
import { writeClipboard } from '@/components/ui/write-clipboard'
import { common } from '@/lib/messages/common'

const COPIED_MS = 2_000
const HEAD = 10
const TAIL = 6

/** An id with its middle left out; the whole of it on hover and focus, and on the clipboard when pressed. */
export function ShortId({ id, name }: { id: string; name: string }) {
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    setSaid((await writeClipboard(id)) ? common.copied : common.copyFailed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(''), COPIED_MS)
  }

  const Icon = said === common.copied ? Check : Copy
  return (
    <>
      <Tooltip content={<span className="wrap-anywhere font-mono">{id}</span>}>
        <button
          type="button"
          onClick={copy}
          aria-label={`${common.copyThing(name)}: ${shortened(id)}`}
          className="hit group/id -mx-1.5 inline-flex items-center gap-1.5 whitespace-nowrap rounded-md px-1.5 hover:bg-hover"
        >
          <span className="font-mono text-sm">{said || shortened(id)}</span>
          <Icon aria-hidden className="size-3.5 shrink-0 text-muted group-hover/id:text-text" />
        </button>
      </Tooltip>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}

/** Both ends of an id: the start tells what it is, the end tells two apart. */
export function shortened(id: string): string {
  return id.length <= HEAD + TAIL + 1 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`
}
