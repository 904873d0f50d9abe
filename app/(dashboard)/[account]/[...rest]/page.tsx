import { notFound } from 'next/navigation'
import { memberPage } from '@/app/(dashboard)/[account]/pages'

/** Handles every URL below an account without a route of its own: redirects a bare screen name, else not found. */
export default memberPage(null, () => notFound())
