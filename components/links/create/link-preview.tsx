'use client'

import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { PayerPage, type PreviewProps } from './payer-page'

const words = links.form

/** The payer's page in small, beside the form while the link is being written. */
export function LinkPreview(props: PreviewProps) {
  return (
    <aside aria-label={words.preview} className="hidden min-w-0 lg:sticky lg:top-8 lg:order-last lg:block">
      <div
        aria-hidden
        inert
        className="mx-auto w-full max-w-[25rem] select-none overflow-hidden rounded-xl border bg-canvas shadow-card"
      >
        <div className="flex h-9 items-center gap-3 border-b bg-sunken px-3.5 text-muted text-xs">
          <span className="flex shrink-0 gap-1.5">
            <span className="size-2.5 rounded-full bg-border" />
            <span className="size-2.5 rounded-full bg-border" />
            <span className="size-2.5 rounded-full bg-border" />
          </span>
          <span className="flex h-5.5 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-sm bg-surface px-2">
            <Lock className="size-3 shrink-0" />
            <span title={props.merchant.name} className="min-w-0 truncate">
              <bdi>{pay.titleFor(props.merchant.name)}</bdi>
            </span>
          </span>
        </div>
        <div className="[zoom:0.75]">
          <PayerPage {...props} />
        </div>
      </div>
    </aside>
  )
}

/** What floats weighs more than the form itself: it comes when somebody reaches for it. */
const previewSheet = lazyModule(() => import('./preview-sheet').then((module) => module.PreviewSheet))

/** The same where there is no room beside the form: a button that brings it from below. */
export function PreviewButton(props: PreviewProps) {
  const [open, setOpen] = useState(false)
  const Shown = useLazyModule(previewSheet)

  async function show() {
    setOpen(true)
    if (!(await previewSheet.ask())) setOpen(false)
  }

  return (
    <>
      <Button
        className="lg:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={previewSheet.preload}
        onFocus={previewSheet.preload}
        onClick={show}
      >
        {words.previewShow}
      </Button>
      {open && Shown ? <Shown {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
