'use client'

import { Download } from 'lucide-react'
import { fileNameOf } from '@/components/links/share-address'
import { Button } from '@/components/ui/button'
import { saveFile } from '@/components/ui/save-file'
import { links } from '@/lib/messages/links'
import { drawing, QrPicture, useQrShape } from './qr-picture'

const messages = links.share

type Props = {
  url: string
  title: string
  onSaved: (channel: 'qr_png' | 'qr_svg') => void
  /** Messages for a code that opens another page than a payment page. */
  copy?: { label: string; hint: string; file: string }
}

/** Renders a link's QR code and the downloads of it. The drawing module is loaded with it. */
export function QrCode({ url, title, onSaved, copy }: Props) {
  const [shape, setShape] = useQrShape(url)

  async function save(kind: 'png' | 'svg') {
    if (shape === null || shape === 'failed') return
    const made = await drawing.loadOrNull()
    if (!made) return
    const file =
      kind === 'png' ? await made.qrPng(shape) : new Blob([made.qrSvg(shape)], { type: 'image/svg+xml' })
    if (!file) return setShape('failed')
    saveFile(file, `${copy?.file ?? fileNameOf(title, messages.qrFile)}.${kind}`)
    onSaved(kind === 'png' ? 'qr_png' : 'qr_svg')
  }

  const icon = <Download aria-hidden className="size-4" />
  return (
    <section
      aria-label={messages.qr}
      className="flex flex-col items-center justify-center gap-x-6 gap-y-4 border-t bg-sunken px-4 py-6 sm:flex-row sm:p-6 md:flex-col md:border-t-0 md:border-l"
    >
      <QrPicture shape={shape} label={copy?.label ?? messages.qrLabel(title)} failed={messages.qrFailed} />
      <div className="flex min-w-0 flex-col items-center gap-3 text-center sm:max-md:items-start sm:max-md:text-left">
        <div>
          <h2 className="font-medium">{messages.qr}</h2>
          <p className="text-pretty text-muted text-sm">{copy?.hint ?? messages.qrHint}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={icon} aria-label={`${messages.qr}: ${messages.qrPng}`} onClick={() => save('png')}>
            {messages.qrPng}
          </Button>
          <Button icon={icon} aria-label={`${messages.qr}: ${messages.qrSvg}`} onClick={() => save('svg')}>
            {messages.qrSvg}
          </Button>
        </div>
      </div>
    </section>
  )
}
