/** Meets no request: the build would otherwise walk up to the house's own, which belongs to no empty app. */
export function proxy(): void {}

export const config = { matcher: '/nowhere' }
