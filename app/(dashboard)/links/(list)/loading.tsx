import { ListSkeleton } from '@/components/shell/page-skeletons'
import { links } from '@/lib/messages/links'

export default function LinksLoading() {
  return <ListSkeleton title={links.title} lines={1} withAction withTotals />
}
