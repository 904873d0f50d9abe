'use client'

import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { PayerPage, type PreviewProps } from './payer-page'

const copy = links.form

/** Renders a small payment page beside the form. */
export function LinkPreview(props: PreviewProps) {
  return (
    <aside aria-label={copy.preview} className="hidden min-w-0 lg:sticky lg:top-8 lg:order-last lg:block">
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

/** Loaded on hover or focus, since a sheet is larger than the form itself. */
const previewSheet = lazyModule(() => import('./preview-sheet').then((module) => module.PreviewSheet))

/** Renders a button that opens the preview in a sheet, where there is no room beside the form. */
export function PreviewButton(props: PreviewProps) {
  const [open, setOpen] = useState(false)
  const Shown = useLazyModule(previewSheet)

  async function show() {
    setOpen(true)
    if (!(await previewSheet.loadOrNull())) setOpen(false)
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
        {copy.previewShow}
      </Button>
      {open && Shown ? <Shown {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
