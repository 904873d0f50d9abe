import { NewLinkSkeleton } from '@/components/links/link-skeletons'

export default function NewLinkLoading() {
  return <NewLinkSkeleton />
}
