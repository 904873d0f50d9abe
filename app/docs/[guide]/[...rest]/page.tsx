import { notFound } from 'next/navigation'

/** Nothing lies below a guide: said within the documentation, not on the bare page for lost addresses. */
export default function BelowGuide() {
  notFound()
}
