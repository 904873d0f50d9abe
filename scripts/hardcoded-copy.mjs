import { Visitor } from 'oxc-parser'

const TEXT_ATTRIBUTES =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|placeholder|title|alt|label|description|heading|hint|caption|summary|text|message|confirmLabel|cancelLabel)$/
const WORD = /\p{L}/u
/** Matches texts that begin like a sentence and have a second term, unlike class names, headers and keys. */
const SENTENCE = /^\p{Lu}[\p{Ll}'’]*[,:]?\s+\p{L}/u

/**
 * Returns the strings that this expression may evaluate to.
 * @param {import('oxc-parser').Expression | import('oxc-parser').JSXEmptyExpression} node
 * @returns {{ text: string, start: number }[]}
 */
function stringsOf(node) {
  if (node.type === 'Literal')
    return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : []
  if (node.type === 'TemplateLiteral')
    return node.quasis.map(({ value, start }) => ({ text: value.cooked ?? value.raw, start }))
  if (node.type === 'ConditionalExpression')
    return [...stringsOf(node.consequent), ...stringsOf(node.alternate)]
  if (node.type === 'LogicalExpression') return [...stringsOf(node.left), ...stringsOf(node.right)]
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return [...stringsOf(node.left), ...stringsOf(node.right)]
  if (node.type === 'ParenthesizedExpression') return stringsOf(node.expression)
  return []
}

/**
 * Returns the texts that users would read or hear. @param {import('oxc-parser').Program} program @returns {{ text:
 * string, start: number }[]}
 */
export function findHardcodedCopy(program) {
  /** @type {Map<number, string>} */
  const found = new Map()
  /** @type {Set<number>} */
  const forDevelopers = new Set()
  const take = (/** @type {{ text: string, start: number }[]} */ strings) => {
    for (const { text, start } of strings) if (WORD.test(text)) found.set(start, text.trim())
  }
  new Visitor({
    JSXText({ value, start }) {
      take([{ text: value, start }])
    },
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !TEXT_ATTRIBUTES.test(name.name) || !value) return
      if (value.type === 'Literal') take(stringsOf(value))
      if (value.type === 'JSXExpressionContainer') take(stringsOf(value.expression))
    },
    JSXElement({ children }) {
      for (const child of children)
        if (child.type === 'JSXExpressionContainer') take(stringsOf(child.expression))
    },
    JSXFragment({ children }) {
      for (const child of children)
        if (child.type === 'JSXExpressionContainer') take(stringsOf(child.expression))
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || id.name !== 'metadata' || init?.type !== 'ObjectExpression') return
      for (const property of init.properties) {
        if (
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          /^(title|description)$/.test(property.key.name)
        )
          take(stringsOf(property.value))
      }
    },
    NewExpression({ callee, arguments: passed }) {
      if (callee.type !== 'Identifier' || !callee.name.endsWith('Error')) return
      for (const argument of passed)
        if (argument.type !== 'SpreadElement')
          for (const { start } of stringsOf(argument)) forDevelopers.add(start)
    },
    Literal({ value, start }) {
      if (typeof value === 'string' && SENTENCE.test(value) && !forDevelopers.has(start))
        take([{ text: value, start }])
    },
    TemplateLiteral({ quasis, start }) {
      const text = quasis.map(({ value }) => value.raw).join('…')
      const isForDevelopers = quasis.some((part) => forDevelopers.has(part.start))
      if (SENTENCE.test(text.replaceAll('…', 'x')) && !isForDevelopers) take([{ text, start }])
    },
  }).visit(program)
  return [...found].map(([start, text]) => ({ start, text }))
}
