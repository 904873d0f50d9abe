import { lexer } from 'marked'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { isGuide, readGuide } from '@/app/docs/read-guide'
import { GuideBody, headingId } from '@/components/docs/guide-body'
import { docs } from '@/lib/messages/docs'
import { webResources } from '@/lib/platform/process'

type Props = { params: Promise<{ guide: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { guide } = await params
  return { title: isGuide(guide) ? docs.guides[guide] : docs.title }
}

export default async function GuidePage({ params }: Props) {
  const { guide } = await params
  if (!isGuide(guide)) notFound()
  const tokens = lexer(await readGuide(guide, webResources().env.BASE_URL))
  const parts = tokens.filter((token) => token.type === 'heading' && token.depth === 2)
  return (
    <div className="flex items-start gap-10">
      <article className="min-w-0 max-w-3xl flex-1">
        <GuideBody tokens={tokens} />
      </article>
      <nav aria-label={docs.onThisPage} className="sticky top-6 hidden w-56 shrink-0 text-base lg:block">
        <p className="mb-2 font-medium">{docs.onThisPage}</p>
        <ul className="flex flex-col gap-1.5 border-l pl-3 text-muted">
          {parts.map((part) => (
            <li key={part.raw}>
              <a href={`#${headingId('text' in part ? part.text : '')}`} className="hover:text-text">
                {'text' in part ? part.text : ''}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
