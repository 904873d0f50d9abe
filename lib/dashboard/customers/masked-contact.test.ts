import { expect, test } from 'vitest'
import { maskedContact } from '@/lib/dashboard/reads/read-object'

test('a masked contact shows enough to distinguish two people, and an invalid address is masked completely', () => {
  const contact = { phone: '+1 415 555 0132', email: 'ada@example.com', notes: 'Gate code 4411' }
  expect(maskedContact(contact)).toEqual({ phone: '••• 0132', email: 'a•••@example.com', notes: '•••' })
  expect(maskedContact({ ...contact, email: 'ada.lovelace' }).email).toBe('•••')
})
