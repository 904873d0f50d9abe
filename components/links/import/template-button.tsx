import { Download } from 'lucide-react'
import { saveFile } from '@/components/links/save-file'
import { Button } from '@/components/ui/button'
import { linkImports } from '@/lib/messages/link-imports'

const { download, template, templateFile } = linkImports.columns

/** Saves a CSV file with every heading and two example rows. */
export function TemplateButton() {
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => saveFile(new Blob([template], { type: 'text/csv' }), templateFile)}
    >
      {download}
    </Button>
  )
}
