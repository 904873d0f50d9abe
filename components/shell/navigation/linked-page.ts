/** Returns the URL of the dashboard page to which `target` links; null for none or this page. */
export function linkedPage(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return null
  if (link.origin !== location.origin || link.href.split('#')[0] === location.href.split('#')[0]) return null
  return link.pathname + link.search
}
