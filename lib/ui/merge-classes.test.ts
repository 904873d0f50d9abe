import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createTailwindMerge, getDefaultConfig } from 'tailwind-merge'
import { expect, it } from 'vitest'
import { mergeClasses } from './merge-classes'

/** Every pair is checked only once, so the library's cache costs more than it saves. */
const twMerge = createTailwindMerge(() => ({ ...getDefaultConfig(), cacheSize: 0 }))

const STRING = /'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g
/** Format of a Tailwind class; some English text matches, too. */
const CLASS = /^-?[@a-z[][^\s'"`$={}]*$/
/** Our shadows have custom names, which tailwind-merge takes for colors: here a later shadow wins. */
const SHADOW = /(^|:)shadow-/

/** Returns every class written in a page or a component, without its variants. */
function writtenClasses(): string[] {
  const found = new Set<string>()
  for (const folder of ['app', 'components']) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.tsx')) continue
      for (const match of readFileSync(path.join(folder, file), 'utf8').matchAll(STRING)) {
        for (const word of (match[1] ?? match[2] ?? match[3] ?? '').split(/\s+/)) {
          const name = word.replace(/^(?:[^[\]:]|\[[^\]]*\])*:/, '')
          if (CLASS.test(name) && !SHADOW.test(name)) found.add(name)
        }
      }
    }
  }
  return [...found]
}

it('every pair of classes in our code merges as in tailwind-merge', () => {
  // A name that does not even override itself is not a Tailwind class.
  const classes = writtenClasses().filter((name) => twMerge(`${name} x ${name}`) === `x ${name}`)
  expect(classes.length).toBeGreaterThan(200)
  const different: string[] = []
  for (const earlier of classes) {
    for (const later of classes) {
      const list = `${earlier} ${later}`
      if (earlier !== later && twMerge(list) !== mergeClasses(list))
        different.push(`${list} → ${twMerge(list)}`)
    }
  }
  expect(different).toEqual([])
})

it.each([
  ['p-2 md:p-3 p-4', 'md:p-3 p-4'],
  ['hover:bg-hover bg-accent hover:bg-accent', 'bg-accent hover:bg-accent'],
  ['shadow-card shadow-none', 'shadow-none'],
  ['hit tnum hit', 'hit tnum hit'],
  ['data-[state=open]:p-1 data-[state=open]:p-2', 'data-[state=open]:p-2'],
  ['px-4 p-2', 'p-2'],
  ['p-2 px-4', 'p-2 px-4'],
])('%s becomes %s', (list, expected) => {
  expect(mergeClasses(list)).toBe(expected)
})
