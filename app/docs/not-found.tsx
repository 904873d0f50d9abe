import { DocsNotFound } from '@/components/docs/docs-nav'

export default DocsNotFound
