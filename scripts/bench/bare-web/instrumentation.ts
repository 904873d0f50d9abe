/** Empty: the build would otherwise walk up to the house's own, which belongs to no empty app. */
export function register(): void {}
