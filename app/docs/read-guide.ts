import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { docs } from '@/lib/messages/docs'

const FOLDER = path.join(process.cwd(), 'docs/guides')
/** The base URL in the guides' text, which is the one of `npm start`. */
const WRITTEN_BASE_URL = 'http://localhost:3001/api/v1'

export type GuideSlug = keyof typeof docs.guides

export function isGuide(slug: string): slug is GuideSlug {
  return Object.hasOwn(docs.guides, slug)
}

/** Returns a guide's markdown with this deployment's base URL, its samples and the test vector filled in. */
export async function readGuide(slug: GuideSlug, baseUrl: string): Promise<string> {
  const written = await readFile(path.join(FOLDER, `${slug}.md`), 'utf8')
  const samples = new Map<string, string>()
  for (const [place, file = '', language = ''] of written.matchAll(/<!-- sample: (\S+) (\S+) -->/g)) {
    samples.set(place, fence(`${language} ${file}`, await readSample(file)))
  }
  if (written.includes(VECTOR)) samples.set(VECTOR, vectorBlocks(await readSample('test-vector.json')))
  return written
    .replaceAll(WRITTEN_BASE_URL, () => baseUrl)
    .replace(/<!-- .+? -->/g, (comment) => samples.get(comment) ?? '')
}

const VECTOR = '<!-- vector -->'

function readSample(file: string): Promise<string> {
  return readFile(path.join(FOLDER, 'samples', path.basename(file)), 'utf8')
}

function vectorBlocks(json: string): string {
  const { secret, t, header, body }: Readonly<Record<string, string | number>> = JSON.parse(json)
  return [
    fence('text secret', secret),
    fence('text t', t),
    fence('text Service-Signature', header),
    fence('json body', body),
  ].join('\n')
}

function fence(info: string, code: string | number | undefined): string {
  return `\`\`\`${info}\n${String(code).trimEnd()}\n\`\`\`\n`
}
