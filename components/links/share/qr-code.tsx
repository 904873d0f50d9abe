'use client'

import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { saveFile } from '@/components/links/save-file'
import { fileNameOf } from '@/components/links/share-address'
import { Button } from '@/components/ui/button'
import { lazyModule } from '@/components/ui/lazy-module'
import { links } from '@/lib/messages/links'
import type { QrShape } from './qr-shape'

const words = links.share
const drawing = lazyModule(() => import('./qr-shape'))

type Props = {
  url: string
  title: string
  onSaved: (channel: 'qr_png' | 'qr_svg') => void
  /** Texts of a code that opens another page than a payment page. */
  copy?: { label: string; hint: string; file: string }
}

/** A link's QR code with its two files. What draws it is loaded with it, so that no other page pays for it. */
export function QrCode({ url, title, onSaved, copy }: Props) {
  const [shape, setShape] = useState<QrShape | 'failed' | null>(null)
  useEffect(() => {
    let gone = false
    drawing
      .load()
      .then(({ qrShape }) => !gone && setShape(qrShape(url)))
      .catch(() => !gone && setShape('failed'))
    return () => {
      gone = true
    }
  }, [url])

  async function save(kind: 'png' | 'svg') {
    if (shape === null || shape === 'failed') return
    const made = await drawing.ask()
    if (!made) return
    const file =
      kind === 'png' ? await made.qrPng(shape) : new Blob([made.qrSvg(shape)], { type: 'image/svg+xml' })
    if (!file) return setShape('failed')
    saveFile(file, `${copy?.file ?? fileNameOf(title, words.qrFile)}.${kind}`)
    onSaved(kind === 'png' ? 'qr_png' : 'qr_svg')
  }

  const icon = <Download aria-hidden className="size-4" />
  return (
    <section
      aria-label={words.qr}
      className="flex flex-col items-center justify-center gap-x-6 gap-y-4 border-t bg-sunken px-4 py-6 sm:flex-row sm:p-6 md:flex-col md:border-t-0 md:border-l"
    >
      {/* Black on white in either theme: many scanners read no other. */}
      <div
        data-theme="light"
        className="flex size-52 shrink-0 items-center justify-center overflow-hidden rounded-xl bg-surface p-1 text-text shadow-card"
      >
        {shape === 'failed' ? (
          <p className="p-2 text-center text-sm">{words.qrFailed}</p>
        ) : shape ? (
          <svg
            role="img"
            aria-label={copy?.label ?? words.qrLabel(title)}
            viewBox={`0 0 ${shape.size} ${shape.size}`}
            shapeRendering="crispEdges"
            className="size-full animate-fade"
          >
            <path fill="#fff" d={`M0 0h${shape.size}v${shape.size}H0z`} />
            <path fill="#000" d={shape.path} />
          </svg>
        ) : null}
      </div>
      <div className="flex min-w-0 flex-col items-center gap-3 text-center sm:max-md:items-start sm:max-md:text-left">
        <div>
          <h2 className="font-medium">{words.qr}</h2>
          <p className="text-pretty text-muted text-sm">{copy?.hint ?? words.qrHint}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={icon} aria-label={`${words.qr}: ${words.qrPng}`} onClick={() => save('png')}>
            {words.qrPng}
          </Button>
          <Button icon={icon} aria-label={`${words.qr}: ${words.qrSvg}`} onClick={() => save('svg')}>
            {words.qrSvg}
          </Button>
        </div>
      </div>
    </section>
  )
}
