import { DetailSkeleton } from '@/components/shell/page-skeletons'
import { links } from '@/lib/messages/links'

export default function LinkLoading() {
  return <DetailSkeleton tab={links.one} back={{ href: '/links', label: links.title }} withStats />
}
