import { notFound } from 'next/navigation'

/** Every address that nothing else answers; thrown before the first byte, so that the answer is a 404. */
export default function LostPage() {
  notFound()
}
