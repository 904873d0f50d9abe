export const THEME_COOKIE = 'theme'
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Returns the theme of a cookie; `system` for any other value. */
export function parseTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system'
}

const YEAR_S = 31_536_000

/** Applies a theme and saves it in a cookie. Browser only. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`
}
