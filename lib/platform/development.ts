/** Whether pages for those who build the house are served: in development, or where `DESIGN_PAGE=1` asks for it. */
export function showsDesignPage(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.NODE_ENV === 'development' || env.DESIGN_PAGE === '1'
}
