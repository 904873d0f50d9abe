import { FormSkeleton } from '@/components/shell/page-skeletons'
import { links } from '@/lib/messages/links'

export default function NewLinkLoading() {
  return (
    <FormSkeleton
      title={links.form.title}
      lead={links.form.lead}
      back={{ href: '/links', label: links.title }}
    />
  )
}
