import type { Appearance } from './stripe-js'

/** Properties of the processor's fields, and the color role of the page that each has. */
const roles = {
  colorBackground: 'surface',
  colorText: 'text',
  colorTextSecondary: 'muted',
  colorTextPlaceholder: 'muted',
  colorPrimary: 'accent',
  colorDanger: 'danger',
} as const

/** Returns the look of the processor's fields: the page's colors as they are now, light or dark. */
export function pageAppearance(): Appearance {
  const probe = document.createElement('span')
  document.body.append(probe)
  const rgbOf = (role: string) => {
    // A property set by script is no inline style for the policy.
    probe.style.color = `var(--c-${role})`
    return toRgb(getComputedStyle(probe).color)
  }
  const variables = Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, css(rgbOf(role))]))
  const border = `1px solid ${css(rgbOf('border-strong'))}`
  const isDark = rgbOf('surface').reduce((sum, part) => sum + part, 0) < 3 * 128
  probe.remove()
  return {
    theme: isDark ? 'night' : 'stripe',
    // Below 16 pixels phones would zoom in on a focused field.
    variables: {
      ...variables,
      borderRadius: '7px',
      fontSizeBase: '16px',
      fontFamily: 'system-ui, sans-serif',
    },
    rules: { '.Input': { border, boxShadow: 'none' } },
  }
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Converts a color of any notation, because the fields of the processor read only the older ones. */
function toRgb(color: string): Rgb {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return [128, 128, 128]
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

const css = (rgb: Rgb) => `rgb(${rgb.join(', ')})`
