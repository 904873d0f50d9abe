'use client'

import { LoaderCircle, X } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { useBackCloses } from '@/components/ui/use-back-closes'
import { common } from '@/lib/messages/common'
import { search } from '@/lib/messages/search'

/** Where the palette stands. */
export const palettePlace =
  'fixed inset-x-2 top-2 z-50 flex h-[min(28rem,calc(100dvh-1rem))] flex-col overflow-hidden rounded-xl bg-raised shadow-float sm:inset-x-auto sm:top-[12vh] sm:left-1/2 sm:h-[min(28rem,76vh)] sm:w-[40rem] sm:max-w-[calc(100vw-2rem)] sm:-translate-x-1/2'

/** In the frame of the press, or a phone brings no keyboard. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus()

type Props = { typedAhead: RefObject<string>; onClose: () => void }

/** The palette's field while the palette is on its way: it takes what is typed, so that a phone's keyboard comes at once. */
export function PalettePlace({ typedAhead, onClose }: Props) {
  useBackCloses(true, onClose)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape closes it as well */}
      <div className="fixed inset-0 z-40 bg-scrim" onClick={onClose} />
      <div className={palettePlace}>
        <div className="flex items-center gap-2.5 border-b px-4">
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />
          <input
            type="text"
            aria-label={search.label}
            placeholder={search.placeholder}
            defaultValue={typedAhead.current}
            maxLength={200}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            ref={takeFocus}
            onChange={(event) => {
              typedAhead.current = event.target.value
            }}
            className="min-h-12 w-full min-w-0 bg-transparent text-lg outline-none placeholder:text-muted focus-visible:outline-none"
          />
          <Button
            variant="quiet"
            size="icon"
            aria-label={common.close}
            onClick={onClose}
            className="-mr-3 pointer-fine:hidden"
          >
            <X aria-hidden className="size-5" />
          </Button>
        </div>
      </div>
    </>
  )
}
