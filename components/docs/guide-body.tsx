// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on a phone removes the implicit roles of a table
import { Lexer, type Token, type Tokens } from 'marked'
import type { ReactNode } from 'react'
import { CopyCode } from '@/components/data/curl'
import { PageLink } from '@/components/navigation/page-link'
import { CodeBlock, JsonText } from '@/components/ui/code-block'
import { docs } from '@/lib/messages/docs'

type BodyProps = {
  tokens: readonly Token[]
  /** True next to fields and tables, which use smaller text. */
  isBeside?: boolean
}

/** Renders the blocks of a guide from the tokens of `marked`. No HTML is built or trusted. */
export function GuideBody({ tokens, isBeside = false }: BodyProps) {
  return (
    <div className={isBeside ? 'flex flex-col gap-2.5' : 'flex flex-col gap-4 text-lg leading-relaxed'}>
      {all(tokens, Block)}
    </div>
  )
}

/** Renders one line of Markdown in the surrounding font. */
export function GuideLine({ text }: { text: string }) {
  return all(Lexer.lexInline(text), Inline)
}

/** Returns the fragment of a heading's address. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Renders each token, keyed by its index: a guide does not change while it is shown. */
function all(tokens: readonly Token[] | undefined, Show: (props: { token: Token }) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their order
  return tokens?.map((token, index) => <Show key={index} token={token} />)
}

function Block({ token }: { token: Token }): ReactNode {
  const known = token as MarkedBlock // The cast excludes the catch-all member of marked's own union.
  switch (known.type) {
    case 'heading':
      return <Heading token={known} />
    case 'paragraph':
      return <p>{all(known.tokens, Inline)}</p>
    case 'list':
      return <List token={known} />
    case 'table':
      return <Table token={known} />
    case 'code':
      return <Code token={known} />
    case 'text':
      return known.tokens ? all(known.tokens, Inline) : typeset(known.text)
    default:
      return null
  }
}

type MarkedBlock =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.List
  | Tokens.Table
  | Tokens.Code
  | Tokens.Text
  | Tokens.Space

function Inline({ token }: { token: Token }): ReactNode {
  const known = token as MarkedInline // The cast excludes the catch-all member, too.
  switch (known.type) {
    case 'strong':
      return <strong className="font-semibold">{all(known.tokens, Inline)}</strong>
    case 'em':
      return <em>{all(known.tokens, Inline)}</em>
    case 'codespan':
      return (
        <code className="rounded-sm bg-sunken px-[0.25em] py-px font-mono text-[0.875em] ring-1 ring-border/60 ring-inset [overflow-wrap:anywhere]">
          {known.text}
        </code>
      )
    case 'link':
      return (
        <PageLink href={known.href} className="text-accent-text underline underline-offset-2">
          {all(known.tokens, Inline)}
        </PageLink>
      )
    default:
      return typeset(known.text)
  }
}

type MarkedInline = Tokens.Strong | Tokens.Em | Tokens.Codespan | Tokens.Link | Tokens.Text

function Heading({ token: { depth, text, tokens } }: { token: Tokens.Heading }) {
  const content = all(tokens, Inline)
  if (depth === 1) return <h1 className="text-3xl">{content}</h1>
  return (
    <h2 id={headingId(text)} className="mt-6 scroll-mt-6 text-xl">
      <a href={`#${headingId(text)}`} className="hover:underline">
        {content}
      </a>
    </h2>
  )
}

function List({ token: { ordered, items } }: { token: Tokens.List }) {
  const rows = items.map((item) => (
    <li key={item.raw} className="pl-1">
      {all(item.tokens, Block)}
    </li>
  ))
  return ordered ? (
    <ol className="flex list-decimal flex-col gap-1.5 pl-6">{rows}</ol>
  ) : (
    <ul className="flex list-disc flex-col gap-1.5 pl-6">{rows}</ul>
  )
}

/**
 * Renders a table. On a phone each row is its first cell, with the other cells below it under their column names; the
 * table roles remain.
 */
function Table({ token: { header, rows } }: { token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className="relative overflow-x-auto rounded-lg border bg-surface" tabIndex={0}>
      <table role="table" className="w-full border-collapse text-base max-sm:block">
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b bg-sunken text-left">
            {header.map(({ text, tokens }) => (
              <th key={text} role="columnheader" scope="col" className="px-3 py-2 font-medium">
                {all(tokens, Inline)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {rows.map((cells) => (
            <tr
              key={cells.map(({ text }) => text).join('|')}
              role="row"
              className="border-b align-top last:border-b-0 max-sm:flex max-sm:flex-col max-sm:gap-1.5 max-sm:px-3 max-sm:py-3"
            >
              {cells.map(({ tokens }, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
                  key={column}
                  role="cell"
                  className="min-w-0 max-sm:first:font-medium sm:min-w-24 sm:px-3 sm:py-2 sm:first:min-w-40 sm:[&_code]:whitespace-nowrap"
                >
                  {column === 0 ? null : <ColumnName of={header[column]} />}
                  {all(tokens, Inline)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Renders a cell's column name for phones. Screen readers already announce the table head. */
function ColumnName({ of }: { of: Tokens.TableCell | undefined }) {
  return (
    <span aria-hidden className="block text-muted text-sm sm:hidden">
      {all(of?.tokens, Inline)}
    </span>
  )
}

/** Renders a code block. The info string is the language, optionally followed by a file name. */
function Code({ token: { lang = '', text } }: { token: Tokens.Code }) {
  const [language = '', file] = lang.split(' ')
  return (
    <Sample
      code={text}
      label={file ?? docs.blocks[language] ?? docs.code}
      isJson={language === 'json'}
      isAnswer={language === 'http'}
      mayCopy={language !== 'http'}
    />
  )
}

/** Returns prose with typographic apostrophes and quotation marks. Not for code. */
export function typeset(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])'|^'(?=s\b)/gu, '’').replace(/"([^"]+)"/g, '“$1”')
}

type Props = {
  code: string
  label: string
  isJson?: boolean
  /** True for a status line with headers, an empty line and a JSON body. */
  isAnswer?: boolean
  mayCopy?: boolean
}

/** Renders a complete request or response with a copy button. */
export function Sample({ code, label, isJson = false, isAnswer = false, mayCopy = true }: Props) {
  const jsonFrom = isJson ? 0 : isAnswer ? code.split('\n').indexOf('') + 1 : Number.POSITIVE_INFINITY
  return (
    <CodeBlock
      code={code}
      label={label}
      isWhole
      action={mayCopy ? <CopyCode code={code} label={docs.copyCode} /> : null}
      drawLine={(line, index) => (index >= jsonFrom ? <JsonText text={line} /> : null)}
    />
  )
}
