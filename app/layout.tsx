import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { ClientTexts } from '@/components/texts/client-texts'
import { parseTheme, THEME_COOKIE } from '@/components/theme/theme'
import { languages } from '@/lib/domain/languages'
import { PRODUCT } from '@/lib/messages/product'
import { webResources } from '@/lib/platform/process'
import { pageReaderOf } from '@/lib/ui/page-reader'

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
    openGraph: { siteName: PRODUCT, images: [{ url: '/social.png', width: 1200, height: 630 }] },
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
  const { language, locale } = pageReaderOf(await headers())
  return (
    <html lang={languages[language].locale} data-theme={theme}>
      <body>
        <ClientTexts language={language} locale={locale} nouns={['failure']}>
          {children}
        </ClientTexts>
      </body>
    </html>
  )
}
