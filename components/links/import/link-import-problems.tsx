import { Banner } from '@/components/ui/banner'
import { linkImports } from '@/lib/messages/link-imports'
import type { ReadTable } from './read-table'
import { TemplateButton } from './template-button'

/** Shows why no row of a table can be read, with the template where its headings are wrong. */
export function LinkImportProblems({ table: { problems, hasWrongHeading } }: { table: ReadTable }) {
  const [title, ...others] = problems
  if (title === undefined) return null
  const lines = hasWrongHeading ? [...others, linkImports.problems.headingHint] : others
  return (
    <Banner
      tone="danger"
      title={<span className="wrap-anywhere">{title}</span>}
      action={hasWrongHeading ? <TemplateButton /> : null}
    >
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere text-pretty">
          {line}
        </p>
      ))}
    </Banner>
  )
}
