import { ShareSkeleton } from '@/components/links/link-skeletons'

export default function ShareLoading() {
  return <ShareSkeleton />
}
