import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { FontPreload } from '@/components/shell/font-preload'
import { parseTheme, THEME_COOKIE } from '@/components/shell/theme'
import './globals.css'

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, email: false, address: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafbfb' },
    { media: '(prefers-color-scheme: dark)', color: '#0c1316' },
  ],
}

/** The theme comes from a cookie, so the first byte is already in the right colours. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const cookie = await cookies()
  const theme = parseTheme(cookie.get(THEME_COOKIE)?.value)
  return (
    <html lang="en" data-theme={theme}>
      <body>
        <FontPreload />
        {children}
      </body>
    </html>
  )
}
