import { encode } from 'uqr'

/** A QR code: modules per side with the quiet zone, and the SVG path of the dark modules. */
export type QrShape = { size: number; path: string }

/** The quiet zone of the standard, modules. */
const QUIET = 4
/** Width of the PNG before rounding to whole pixels per module: sharp in print at 8 cm. */
const PNG_PX = 1024

/** SVG path of one dark module, from its corner. */
const MODULE = 'h1v1h-1z'

/** Returns the QR code of a URL with error correction level M (15 % damage). */
export function qrShape(url: string): QrShape {
  const { size, data } = encode(url, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x},${y}${MODULE}` : ''))).join('')
  return { size, path }
}

export function qrSvg({ size, path }: QrShape): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

/** Returns the PNG file of a code; null if the browser cannot draw it. */
export function qrPng({ size, path }: QrShape): Promise<Blob | null> {
  const scale = Math.max(1, Math.floor(PNG_PX / size))
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = size * scale
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(scale, scale)
  pen.fillStyle = '#000'
  pen.fill(new Path2D(path))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
