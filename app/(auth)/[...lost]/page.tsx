import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { errors } from '@/lib/messages/errors'

export const metadata: Metadata = { title: errors.notFoundTitle }

/** Every address that nothing else answers; thrown before the first byte, so that the answer is a 404. */
export default function LostPage() {
  notFound()
}
