import { ImportSkeleton } from '@/components/links/link-skeletons'

export default function ImportLoading() {
  return <ImportSkeleton />
}
