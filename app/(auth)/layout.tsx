import type { ReactNode } from 'react'
import './sign-in.css'

/** Renders the layout of the pages before the sign-in, with their style sheet. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return children
}
