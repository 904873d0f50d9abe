import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { DesignGallery } from '@/components/design/design-gallery'
import { TabTitle } from '@/components/shell/frame/tab-title'
import { design } from '@/lib/messages/design'
import { showsDesignPage } from '@/lib/platform/development'

/** Shows the primitives to developers; not found in production. */
export default async function DesignPage() {
  await connection()
  if (!showsDesignPage()) notFound()
  return (
    <>
      <TabTitle name={design.title} />
      <DesignGallery />
    </>
  )
}
