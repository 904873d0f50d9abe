'use client'

import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from './button'

const COPIED_MS = 2_000

type Outcomes = { copied: string; failed: string }

/** Returns a function that copies a text, and for two seconds the announcement of its outcome. */
export function useCopy(text: string, onCopied?: () => void, own?: Outcomes) {
  const t = useTexts()
  const outcomes = own ?? { copied: t('common.copied'), failed: t('common.copyFailed') }
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    const ok = await writeClipboard(text)
    setSaid(ok ? outcomes.copied : outcomes.failed)
    if (ok) onCopied?.()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(''), COPIED_MS)
  }

  return { said, copied: said === outcomes.copied, copy }
}

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'children' | 'value' | 'onCopy'> & {
  value: string
  label: string
  /** True to show only the icon; the label remains the accessible name. */
  iconOnly?: boolean
  onCopied?: () => void
  /** Announcements of a page without the texts of the dashboard. */
  outcomes?: Outcomes
}

/** Renders a button that copies `value`, confirms it for two seconds and announces it. */
export function CopyButton({ value, label, iconOnly = false, onCopied, outcomes, ...rest }: Props) {
  const { said, copied, copy } = useCopy(value, onCopied, outcomes)
  return (
    <>
      <Button
        {...rest}
        size={iconOnly ? 'icon' : rest.size}
        {...(iconOnly ? { 'aria-label': label, title: label } : {})}
        onClick={copy}
        Icon={copied ? Check : Copy}
      >
        {iconOnly ? null : <span>{said || label}</span>}
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}

/** Copies a text and returns whether it succeeded. The clipboard API needs https or localhost; execCommand works elsewhere. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'fixed top-0 opacity-0'
    document.body.append(area)
    const focused = document.activeElement
    area.select()
    const ok = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return ok
  }
}
