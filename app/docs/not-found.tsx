import { DocsLost } from '@/components/docs/docs-lost'

export default function DocsNotFound() {
  return <DocsLost />
}
