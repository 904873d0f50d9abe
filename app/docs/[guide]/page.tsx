import { lexer } from 'marked'
import { notFound } from 'next/navigation'
import { isGuide, readGuide } from '@/app/docs/read-guide'
import { GuideBody, headingId, typeset } from '@/components/docs/guide-body'
import { MarkCurrentSection } from '@/components/docs/mark-current-section'
import { TabTitle } from '@/components/page/message-page'
import { docs } from '@/lib/messages/docs'
import { webResources } from '@/lib/platform/process'

type Props = { params: Promise<{ guide: string }> }

export default async function GuidePage({ params }: Props) {
  const { guide } = await params
  if (!isGuide(guide)) notFound()
  const tokens = lexer(await readGuide(guide, webResources().env.BASE_URL))
  const parts = tokens.filter((token) => token.type === 'heading' && token.depth === 2)
  return (
    <div className="flex items-start gap-10">
      <TabTitle name={docs.guides[guide]} />
      <article className="min-w-0 max-w-3xl flex-1">
        <GuideBody tokens={tokens} />
      </article>
      <MarkCurrentSection key={guide} />
      <nav
        data-contents
        aria-label={docs.onThisPage}
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] w-56 shrink-0 overflow-y-auto overscroll-contain text-base lg:block"
      >
        <p className="mb-2 font-medium">{docs.onThisPage}</p>
        <ul className="flex flex-col gap-1.5 border-l pl-3 text-muted">
          {parts.map((part) => (
            <li key={part.raw}>
              <a
                href={`#${headingId('text' in part ? part.text : '')}`}
                className="block rounded-sm hover:text-text aria-[current]:font-medium aria-[current]:text-accent-text"
              >
                {'text' in part ? typeset(part.text) : ''}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
