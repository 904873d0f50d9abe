/** Returns whether pages for developers are served: in development, or if `DESIGN_PAGE=1`. */
export function showsDesignPage(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.NODE_ENV === 'development' || env.DESIGN_PAGE === '1'
}
