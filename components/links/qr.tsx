import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { lazyModule } from '@/components/ui/lazy-module'
import { saveFile } from '@/components/ui/save-file'
import type { QrShape } from './qr-shape'

const drawing = lazyModule(() => import('./qr-shape'))

type QrCodeProps = {
  url: string
  title: string
  onSaved: (channel: 'qr_png' | 'qr_svg') => void
  /** Messages for a code that opens another page than a payment page. */
  copy?: { label: string; hint: string; file: string }
}

/** Renders a link's QR code and the downloads of it. The drawing module is loaded with it. */
export function QrCode({ url, title, onSaved, copy }: QrCodeProps) {
  const t = useTexts()
  async function save(kind: 'png' | 'svg') {
    const made = await drawing.loadOrNull()
    if (!made) return
    const shape = made.qrShape(url)
    const file =
      kind === 'png' ? await made.qrPng(shape) : new Blob([made.qrSvg(shape)], { type: 'image/svg+xml' })
    if (!file) return
    saveFile(file, `${copy?.file ?? fileNameOf(title, t('link-share.qrFile'))}.${kind}`)
    onSaved(kind === 'png' ? 'qr_png' : 'qr_svg')
  }

  return (
    <section
      aria-label={t('link-share.qr')}
      className="flex flex-col items-center justify-center gap-x-6 gap-y-4 border-t bg-sunken px-4 py-6 sm:flex-row sm:p-6 md:flex-col md:border-t-0 md:border-l"
    >
      <QrPicture
        text={url}
        label={copy?.label ?? t('link-share.qrLabel', { title })}
        failed={t('link-share.qrFailed')}
      />
      <div className="flex min-w-0 flex-col items-center gap-3 text-center">
        <div>
          <h2 className="font-medium">{t('link-share.qr')}</h2>
          <p className="text-pretty text-muted text-sm">{copy?.hint ?? t('link-share.qrHint')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {(['png', 'svg'] as const).map((kind) => (
            <Button
              key={kind}
              Icon={Download}
              aria-label={`${t('link-share.qr')}: ${kind.toUpperCase()}`}
              onClick={() => void save(kind)}
            >
              {kind.toUpperCase()}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}

const FILE_NAME_MAX = 40

/** Returns a file name of a link's title that every system accepts. */
export function fileNameOf(title: string, fallback: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, FILE_NAME_MAX)
    .replace(/^-+|-+$/g, '')
  return plain || fallback
}

/** Renders the QR code of a text, or the message `failed`. */
export function QrPicture({ text, label, failed }: { text: string; label: string; failed: string }) {
  // Null while the module is loading.
  const [shape, setShape] = useState<QrShape | 'failed' | null>(null)
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
