'use client'

import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { writeClipboard } from './write-clipboard'

const COPIED_MS = 2000

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'children' | 'value' | 'onCopy'> & {
  value: string
  label: string
  copiedLabel: string
  /** Shown when the browser refuses the clipboard. */
  failedLabel: string
  /** Only the icon is shown; the label stays its name. */
  iconOnly?: boolean
  /** Called when the value is on the clipboard. */
  onCopied?: () => void
}

/** Copies `value`, says so for two seconds, and tells screen readers. */
export function CopyButton({
  value,
  label,
  copiedLabel,
  failedLabel,
  iconOnly = false,
  onCopied,
  ...rest
}: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    const ok = await writeClipboard(value)
    setState(ok ? 'copied' : 'failed')
    if (ok) onCopied?.()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), COPIED_MS)
  }

  const said = state === 'copied' ? copiedLabel : state === 'failed' ? failedLabel : ''
  const Icon = state === 'copied' ? Check : Copy
  return (
    <>
      <Button
        {...rest}
        size={iconOnly ? 'icon' : rest.size}
        {...(iconOnly ? { 'aria-label': label, title: label } : {})}
        onClick={copy}
        icon={<Icon aria-hidden className="size-4 shrink-0" />}
      >
        {iconOnly ? null : <span>{said || label}</span>}
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
