'use client'

import { useEffect, useState } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'
import type { QrShape } from './qr-shape'

/** The part that draws QR codes, loaded where one is shown. */
export const drawing = lazyModule(() => import('./qr-shape'))

/** Null while it is drawn. */
type Drawn = QrShape | 'failed' | null

/** Returns the QR code of a text, and the way to report that it cannot be used. */
export function useQrShape(text: string) {
  const [shape, setShape] = useState<Drawn>(null)
  useEffect(() => {
    let gone = false
    drawing
      .load()
      .then(({ qrShape }) => !gone && setShape(qrShape(text)))
      .catch(() => !gone && setShape('failed'))
    return () => {
      gone = true
    }
  }, [text])
  return [shape, setShape] as const
}

/** A QR code, or `failed` where it could not be drawn. */
export function QrPicture({ shape, label, failed }: { shape: Drawn; label: string; failed: string }) {
  return (
    // Black on white in either theme: many scanners read no other.
    <div
      data-theme="light"
      className="flex size-52 shrink-0 items-center justify-center overflow-hidden rounded-xl bg-surface p-1 text-text shadow-card"
    >
      {shape === 'failed' ? (
        <p className="p-2 text-center text-sm">{failed}</p>
      ) : shape ? (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${shape.size} ${shape.size}`}
          shapeRendering="crispEdges"
          className="size-full animate-fade"
        >
          <path fill="#fff" d={`M0 0h${shape.size}v${shape.size}H0z`} />
          <path fill="#000" d={shape.path} />
        </svg>
      ) : null}
    </div>
  )
}
