'use client'

import { useEffect, useState } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'
import type { QrShape } from './qr-shape'

/** The lazy module that draws QR codes. */
export const drawing = lazyModule(() => import('./qr-shape'))

/** Null while the module is loading. */
type Drawn = QrShape | 'failed' | null

/** Returns the QR code of a text, and a function that reports a failure. */
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

/** Renders a QR code, or the message `failed`. */
export function QrPicture({ shape, label, failed }: { shape: Drawn; label: string; failed: string }) {
  return (
    // Black on white in both themes: many scanners read no other colors.
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
