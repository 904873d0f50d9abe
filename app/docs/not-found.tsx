import { DocsNotFound } from '@/components/docs/docs-not-found'

export default DocsNotFound
