import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { parseTheme, THEME_COOKIE } from '@/components/theme/theme'
import { languages, type Reader } from '@/lib/domain/languages'
import { common } from '@/lib/messages/common'
import { webResources } from '@/lib/platform/process'
import { memberReaderOf } from '@/lib/ui/member-reader'
import { PATH_HEADER, PAYER_PAGES } from '@/lib/ui/page-headers'
import { payerReaderOf } from '@/lib/ui/payer-reader'

/** Returns the metadata. URLs of social images are absolute, based on the public URL. */
export async function generateMetadata(): Promise<Metadata> {
  // The public URL is known only at request time, not at build time.
  await headers()
  return {
    metadataBase: new URL(webResources().env.WEB_URL),
    robots: { index: false, follow: false },
    formatDetection: { telephone: false, email: false, address: false },
    manifest: '/manifest.webmanifest',
    icons: { icon: '/icon.svg', apple: '/apple-touch-icon.png' },
    openGraph: { siteName: common.product, images: [{ url: '/social.png', width: 1200, height: 630 }] },
    twitter: { card: 'summary_large_image' },
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafbfb' },
    { media: '(prefers-color-scheme: dark)', color: '#0c1316' },
  ],
}

/** Renders the root layout. The theme comes from a cookie, so the first byte already has the right colors. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const cookie = await cookies()
  const theme = parseTheme(cookie.get(THEME_COOKIE)?.value)
  const request = await headers()
  const { language } = readerOfPage(request)
  return (
    <html lang={languages[language].locale} data-theme={theme}>
      <body>{children}</body>
    </html>
  )
}

/** Returns whose language a page has; the API's guides are English. */
function readerOfPage(request: Pick<Headers, 'get'>): Pick<Reader, 'language'> {
  const path = request.get(PATH_HEADER) ?? ''
  if (PAYER_PAGES.test(path)) return payerReaderOf(request)
  return /^\/docs(?:\/|$)/.test(path) ? { language: 'en' } : memberReaderOf(request)
}
