import { PageHeader } from '@/components/shell/page-header'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'

const { progress } = linkBatches

export default function BatchLoading() {
  return (
    <>
      <PageHeader back={{ href: '/links', label: links.title }} title={progress.title} />
      <div className="flex flex-col gap-4">
        <Skeleton className="h-44 rounded-lg" />
        <SkeletonRows rows={8} label={progress.loading} />
      </div>
    </>
  )
}
