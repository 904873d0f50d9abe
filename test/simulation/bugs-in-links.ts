import { MemoryStore } from './memory-store'
import type { MemoryLink } from './memory-tables'
import type { SeededBug } from './seeded-bug'

/** Shortcuts with a link's uses. */
export const bugsInLinks: readonly SeededBug[] = [
  {
    name: 'naive quota',
    mistake: 'the uses are read, compared in code and written back',
    steps: (plain, step, store) => ({
      async beginCapture(hold, now) {
        const link = hold.linkId === null ? undefined : store.links.get(hold.linkId)
        if (!link) return step('beginCapture', () => plain.beginCapture(hold, now))
        const seen = await step('read slots', async () => link.slots)
        return step('beginCapture', async () => {
          const slots = link.slots
          link.slots = seen
          const next = await plain.beginCapture(hold, now)
          if (next !== 'capture') link.slots = slots
          return next
        })
      },
    }),
  },
  {
    name: 'no quota',
    mistake: 'a use is taken without asking whether the link is open and has one left',
    store: class extends MemoryStore {
      protected override takeSlot(link: MemoryLink): boolean {
        link.slots += 1
        return true
      }
      override checkLink(): void {}
    },
  },
  {
    name: 'a cancelled link still takes money',
    mistake: 'T2 looks at the quota alone',
    store: class extends MemoryStore {
      protected override takeSlot(link: MemoryLink): boolean {
        if (link.maxUses !== null && link.slots >= link.maxUses) return false
        link.slots += 1
        return true
      }
    },
  },
  {
    name: 'slot not released',
    mistake: 'a payment that ends without money keeps its use of the link',
    store: class extends MemoryStore {
      protected override releaseSlot(): void {}
    },
  },
]
