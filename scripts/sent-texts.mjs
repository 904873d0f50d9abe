import * as fs from 'node:fs'
import path from 'node:path'

/** Files that Next renders around a page, or in its place. */
const FRAMES = ['layout.tsx', 'error.tsx', 'not-found.tsx']
const IMPORT = /^import (?!type )(?:\* as )?(\w*),? ?(?:\{([^}]*)\})? ?from '([^']+)'/gm
const LAZY = /import\('([^']+)'\)(?:\.then\(\((\w+)\) => \2\.(\w+))?/g
const DECLARATION = /^(?=(?:export|async|function|const|let|class|type|interface|import) )/m
const NAME = /^(?:export )?(?:default )?(?:async )?(?:function|const|let|class) (\w+)/
/** A key, the start of a template, or the noun of a list. Permissions, actions, types and names of fields look like keys. */
const KEY =
  /(?<!an\(|includes\(|needs: |as |[A-Z] = )['"`]([a-z][\w-]*)\.([\w.-]*(?:\w(?=['"`](?!:))|(?=\$\{)))|useListMessages\('([\w-]+)/g

/** @typedef {[file: string, name: string]} Link to a declaration; `*` is all of a file */
/** @typedef {{ name: string, text: string, links: Link[], nouns: string[] }} Declaration of the top level */

const nameOf = (/** @type {string} */ text) => NAME.exec(text)?.[1] ?? ''

/**
 * Returns the pages whose client components use a file of texts that no server component of the page sends.
 * @param {string} root @param {readonly string[]} pages @param {readonly string[]} keys
 */
export function unsentTexts(root, pages, keys) {
  // With the starts of each key, which templates name.
  const known = new Set(
    keys.flatMap((key) => [key, ...[...key.matchAll(/[.-]/g)].map(({ index }) => key.slice(0, index + 1))]),
  )
  /** @type {Map<string, { isClient: boolean, declared: Declaration[] }>} */
  const modules = new Map()

  /** @param {string} from @param {string} name */
  function locate(from, name) {
    const base = name.startsWith('@/') ? path.join(root, name.slice(2)) : path.resolve(from, '..', name)
    return [`${base}.tsx`, `${base}.ts`].find((file) => /^[@.]/.test(name) && fs.existsSync(file)) ?? ''
  }

  /** @param {string} file */
  function readModule(file) {
    const code = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').replace(/^ *(\/\/|\/?\*).*$/gm, '') : ''
    const parts = code
      .split(DECLARATION)
      .filter((text) => !/^(import|(export )?(type|interface)) /.test(text))
    /** @type {Map<string, Link>} */
    const names = new Map(parts.map((text) => [nameOf(text), [file, nameOf(text)]]))
    for (const [, own = '', list = '', from = ''] of code.matchAll(IMPORT)) {
      const target = locate(file, from)
      if (own) names.set(own, [target, '*'])
      for (const [, name = '', as = name] of list.matchAll(/(?<!type )\b(?!type )(\w+)(?: as (\w+))?/g))
        names.set(as, [target, name])
    }
    const declared = parts.map((text) => {
      const links = (text.match(/\b[A-Za-z]\w*/g) ?? []).flatMap((word) => {
        const link = names.get(word)
        return link ? [link] : []
      })
      for (const [, from = '', , name = '*'] of text.matchAll(LAZY)) links.push([locate(file, from), name])
      const nouns = [...text.matchAll(KEY)].flatMap(([, noun = '', rest, list]) =>
        known.has(`${noun}.${rest}`) ? noun : (list ?? []),
      )
      return { name: nameOf(text), text, links: [...new Set(links)], nouns }
    })
    // Actions run on the server.
    return { isClient: /^'use client'/.test(code), declared: /^'use server'/.test(code) ? [] : declared }
  }

  return pages.flatMap((page) => {
    const [used, sent, seen] = [new Set(), new Set(), new Set()]
    /** @param {string} file @param {string} name @param {boolean} [inClient] */
    function visit(file, name, inClient = false) {
      const place = `${file} ${name} ${inClient}`
      if (seen.has(place)) return
      seen.add(place)
      const module = modules.get(file) ?? readModule(file)
      modules.set(file, module)
      const isClient = inClient || module.isClient
      for (const part of module.declared.filter((it) => name === '*' || it.name === name)) {
        if (isClient) for (const noun of part.nouns) used.add(noun)
        else if (/ClientTexts|textsLayout|Noun\[\]/.test(part.text))
          for (const [, noun] of part.text.matchAll(/'([\w-]+)'/g)) sent.add(noun)
        for (const [target, other] of part.links) visit(target, other, isClient)
      }
    }
    visit(page, '*')
    for (let at = page; at !== root; at = path.dirname(at))
      for (const name of FRAMES) visit(path.join(at, '..', name), '*')
    const unsent = [...used].filter((noun) => !sent.has(noun)).sort()
    return unsent.length > 0 ? [`${path.relative(root, page)} does not send ${unsent.join(', ')}`] : []
  })
}
