'use client'

import { useEffect } from 'react'

/** Strip near the top of the window. The section that crosses it is the current one. */
const STRIP = '-12% 0px -80% 0px'

/**
 * Marks the current section in the page's contents, scrolls the contents to it, and collapses them on a phone after a
 * choice.
 */
export function MarkCurrentSection() {
  useEffect(() => {
    const contents = [...document.querySelectorAll<HTMLElement>('[data-contents]')]
    const parts = [...document.querySelectorAll('main section[aria-labelledby]')]
    let read: string | null = null
    let marked: string | null = null
    const mark = () => {
      const id = isAtEnd() ? lastRead(parts) : read
      const links = id
        ? contents.flatMap((nav) => [...nav.querySelectorAll(`a[href="#${CSS.escape(id)}"]`)])
        : []
      if (id === marked || links.length === 0) return
      marked = id
      for (const nav of contents)
        for (const link of nav.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current')
      for (const link of links) {
        link.setAttribute('aria-current', 'location')
        keepInSight(link)
      }
    }
    const watch = new IntersectionObserver(
      (entries) => {
        const found = entries.find(({ isIntersecting }) => isIntersecting)
        read = found?.target.getAttribute('aria-labelledby') ?? read
        mark()
      },
      { rootMargin: STRIP },
    )
    for (const part of parts) watch.observe(part)
    window.addEventListener('scroll', mark, { passive: true })
    window.addEventListener('hashchange', mark)
    const fold = ({ target, currentTarget }: Event) => {
      const chosen = target instanceof Element && target.closest('a')
      const holder = currentTarget instanceof Element ? currentTarget.closest('details') : null
      if (chosen && holder) holder.open = false
    }
    for (const nav of contents) nav.addEventListener('click', fold)
    return () => {
      watch.disconnect()
      window.removeEventListener('scroll', mark)
      window.removeEventListener('hashchange', mark)
      for (const nav of contents) nav.removeEventListener('click', fold)
    }
  }, [])
  return null
}

/** Returns whether the page is scrolled to its end, whose last sections may be too short to reach the strip. */
function isAtEnd(): boolean {
  const { scrollHeight } = document.documentElement
  return window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2
}

/** Returns the section that the address names if it is visible, else the last one. */
function lastRead(parts: readonly Element[]): string | null {
  const asked = parts.find((part) => part.querySelector(':target'))
  const isSeen = asked !== undefined && asked.getBoundingClientRect().bottom > 0
  return (isSeen ? asked : parts.at(-1))?.getAttribute('aria-labelledby') ?? null
}

/** Scrolls the contents only. The page keeps its scroll position. */
function keepInSight(link: Element) {
  const nav = link.closest('[data-contents]')
  if (!nav) return
  const [room, box] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
  if (box.top < room.top || box.bottom > room.bottom - 48)
    nav.scrollTop += box.top - room.top - room.height / 3
}
