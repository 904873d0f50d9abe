import { encode } from 'uqr'

/** A QR code as one shape: modules a side (quiet zone included) and the path of its dark ones. */
export type QrShape = { size: number; path: string }

/** The quiet zone that the standard asks for, modules. */
const QUIET = 4
/** Sharp in print at some 8 cm; a whole number of pixels a module. */
const PNG_PX = 1024

/** One dark square, drawn from its corner. */
const MODULE = 'h1v1h-1z'

/** The QR code of an address, correcting up to 15 % of damage. */
export function qrShape(url: string): QrShape {
  const { size, data } = encode(url, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x},${y}${MODULE}` : ''))).join('')
  return { size, path }
}

/** The file's text: black on white whatever the page's theme, so that any scanner reads it. */
export function qrSvg({ size, path }: QrShape): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

/** The same as a picture; null where the browser draws none. */
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
