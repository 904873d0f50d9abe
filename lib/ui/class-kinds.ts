/** Classes without a value, by the property that they set. */
const WORDS: Readonly<Record<string, string>> = {
  display:
    'block inline inline-block flex inline-flex grid inline-grid table table-cell table-row table-row-group table-header-group contents hidden',
  position: 'static relative absolute fixed sticky',
  visibility: 'visible invisible collapse',
  'screen-reader': 'sr-only not-sr-only',
  'flex-direction': 'flex-row flex-row-reverse flex-col flex-col-reverse',
  'flex-wrap': 'flex-wrap flex-nowrap flex-wrap-reverse',
  'text-decoration': 'underline overline line-through no-underline',
  'decoration-style':
    'decoration-solid decoration-double decoration-dotted decoration-dashed decoration-wavy',
  'text-transform': 'uppercase lowercase capitalize normal-case',
  'text-overflow': 'truncate text-ellipsis text-clip',
  'text-align': 'text-left text-center text-right text-justify text-start text-end',
  'text-wrap': 'text-wrap text-nowrap text-balance text-pretty',
  'font-style': 'italic not-italic',
  'font-family': 'font-sans font-mono',
  'border-style': 'border-solid border-dashed border-dotted border-double border-hidden border-none',
  'border-collapse': 'border-collapse border-separate',
  'fvn-spacing': 'tabular-nums proportional-nums',
  'ring-inset': 'ring-inset',
  'outline-style': 'outline-none outline-hidden outline-solid outline-dashed outline-dotted outline-double',
  'list-position': 'list-inside list-outside',
  isolation: 'isolate isolation-auto',
  'snap-type': 'snap-none snap-x snap-y snap-both',
  'snap-strictness': 'snap-mandatory snap-proximity',
  'snap-align': 'snap-start snap-end snap-center snap-align-none',
}

/**
 * Prefixes of classes, each a kind of its own: `px-4` and `px-[3px]` are both `px`. Some are classes by themselves, too.
 */
const BEGINNINGS =
  'm mx my mt mr mb ml ms me p px py pt pr pb pl ps pe w h size min-w max-w min-h max-h inset inset-x inset-y top ' +
  'right bottom left start end z basis flex grow shrink order col-span col-start row-span row-start grid-cols grid-rows gap gap-x gap-y ' +
  'justify justify-items justify-self items self content place-items place-content place-self overflow overflow-x ' +
  'overflow-y overscroll overscroll-x overscroll-y leading tracking line-clamp list align whitespace break wrap ' +
  'underline-offset indent bg bg-linear rounded rounded-s rounded-e rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr ' +
  'rounded-br rounded-bl border-spacing border-spacing-x border-spacing-y divide-x divide-y divide outline-offset shadow opacity transition duration ' +
  'ease delay animate rotate scale origin translate translate-x translate-y accent appearance caret cursor ' +
  'pointer-events resize scroll scroll-m scroll-mt scroll-mb scroll-p scroll-px scroll-py scroll-pt scroll-pb select ' +
  'touch will-change fill aspect object columns float clear hyphens blur backdrop-blur'

/** Prefixes that set a width or, with another suffix, a color. */
const WIDTH_OR_COLOUR =
  'border border-t border-r border-b border-l border-x border-y outline ring stroke decoration'
const WIDTH = /^$|^\d|^\[[\d.]/
const TEXT_SIZE = /^(xs|sm|base|lg|\d*xl|\[[\d.].*)$/
const FONT_WEIGHT = /^(thin|extralight|light|normal|medium|semibold|bold|extrabold|black|\d.*|\[\d.*)$/

/** Kinds that a later class of the key's kind overrides as well: `p` overrides `px`, `pt` and so on. */
const COVERS: Readonly<Record<string, string>> = {
  m: 'mx my mt mr mb ml ms me',
  mx: 'mr ml ms me',
  my: 'mt mb',
  p: 'px py pt pr pb pl ps pe',
  px: 'pr pl ps pe',
  py: 'pt pb',
  size: 'w h',
  inset: 'inset-x inset-y top right bottom left start end',
  'inset-x': 'right left start end',
  'inset-y': 'top bottom',
  flex: 'basis grow shrink',
  gap: 'gap-x gap-y',
  overflow: 'overflow-x overflow-y',
  overscroll: 'overscroll-x overscroll-y',
  'font-size': 'leading',
  'line-clamp': 'display overflow',
  rounded:
    'rounded-s rounded-e rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-br rounded-bl',
  'border-spacing': 'border-spacing-x border-spacing-y',
  'rounded-t': 'rounded-tl rounded-tr',
  'rounded-r': 'rounded-tr rounded-br',
  'rounded-b': 'rounded-br rounded-bl',
  'rounded-l': 'rounded-tl rounded-bl',
  'border width': 'border-t width|border-r width|border-b width|border-l width|border-x width|border-y width',
  'border-x width': 'border-r width|border-l width',
  'border-y width': 'border-t width|border-b width',
  'border colour':
    'border-t colour|border-r colour|border-b colour|border-l colour|border-x colour|border-y colour',
  'border-x colour': 'border-r colour|border-l colour',
  'border-y colour': 'border-t colour|border-b colour',
  translate: 'translate-x translate-y',
}

const kindByWord = new Map(
  Object.entries(WORDS).flatMap(([kind, names]) => names.split(' ').map((word) => [word, kind] as const)),
)
const beginnings = new Set(BEGINNINGS.split(' '))
const widthOrColour = new Set(WIDTH_OR_COLOUR.split(' '))
const covered = new Map(
  Object.entries(COVERS).map(
    ([kind, kinds]) => [kind, kinds.split(kinds.includes('|') ? '|' : ' ')] as const,
  ),
)

/** Returns the kinds that a later class of this kind overrides, besides its own. */
export function coveredBy(kind: string): readonly string[] {
  return covered.get(kind) ?? []
}

/**
 * Returns the property that a class without its variants sets; null for one that is not Tailwind's, or that is never
 * overridden.
 */
export function kindOf(name: string): string | null {
  if (name.startsWith('[')) return name.slice(0, name.indexOf(':'))
  const word = kindByWord.get(name)
  if (word) return word
  const plain = name.startsWith('-') ? name.slice(1) : name
  for (let end = plain.length; end > 0; end = endBefore(plain, end)) {
    const beginning = plain.slice(0, end)
    const ending = plain.slice(end + 1)
    if (beginning === 'text' && ending) return TEXT_SIZE.test(ending) ? 'font-size' : 'text colour'
    if (beginning === 'font') return FONT_WEIGHT.test(ending) ? 'font-weight' : 'font-family'
    if (widthOrColour.has(beginning)) return `${beginning} ${WIDTH.test(ending) ? 'width' : 'colour'}`
    if (beginnings.has(beginning)) return beginning
  }
  return null
}

/** Returns the end of the prefix before the last dash; a value in brackets is one piece. */
function endBefore(name: string, end: number): number {
  const bracket = name.search(/-[[(]/)
  if (bracket > 0 && bracket < end) return bracket
  return name.lastIndexOf('-', end - 1)
}
