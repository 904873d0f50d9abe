'use client'

import { notFound, usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Lost } from './lost'

/**
 * What stands in for a screen whose object is nowhere. A page that streams has answered 200 before it learns that; this
 * one is known before the first byte. On the server it ends the rendering, which makes the answer a 404; the browser,
 * given the same tree, shows it until somebody goes elsewhere.
 */
export function Gone({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const [lost] = useState(pathname)
  if (typeof window === 'undefined') notFound()
  return pathname === lost ? <Lost /> : children
}
