'use client'

import { Download } from 'lucide-react'
import { saveFile } from '@/components/links/save-file'
import { fileNameOf } from '@/components/links/share-address'
import { Button } from '@/components/ui/button'
import { links } from '@/lib/messages/links'
import { drawing, QrPicture, useQrShape } from './qr-picture'

const words = links.share

type Props = {
  url: string
  title: string
  onSaved: (channel: 'qr_png' | 'qr_svg') => void
  /** Texts of a code that opens another page than a payment page. */
  copy?: { label: string; hint: string; file: string }
}

/** A link's QR code with its two files. What draws it is loaded with it, so that no other page pays for it. */
export function QrCode({ url, title, onSaved, copy }: Props) {
  const [shape, setShape] = useQrShape(url)

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
      <QrPicture shape={shape} label={copy?.label ?? words.qrLabel(title)} failed={words.qrFailed} />
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
